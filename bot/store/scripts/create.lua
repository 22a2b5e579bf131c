-- Create a table. Returns 1 if this operation created it, now or earlier, and 0 if another one did.
-- KEYS: table, record, due, then a dirty set for each place
-- ARGV: state, operation, entries, now, what to say on which channel, the channel that tells of
--       changes to the table that it follows (empty if there is none), then a board for each place,
--       then the time and member of each due
local kinds = {'hash', 'list', 'zset'}
for i, key in ipairs(KEYS) do
  local found = redis.call('TYPE', key).ok
  if found ~= (kinds[i] or 'zset') and found ~= 'none' then
    return redis.error_reply('WRONGTYPE ' .. key .. ' holds a ' .. found)
  end
end
local operations = redis.call('HGET', KEYS[1], 'o')
if operations then
  return string.find(' ' .. operations .. ' ', ' ' .. ARGV[2] .. ' ', 1, true) and 1 or 0
end
redis.call('HSET', KEYS[1], 'v', 1, 's', ARGV[1], 'o', ARGV[2])
if ARGV[3] ~= '' then
  redis.call('RPUSH', KEYS[2], ARGV[3])
end
local first = 8
for i = 4, #KEYS do
  redis.call('ZADD', KEYS[i], 'NX', ARGV[4], ARGV[first])
  first = first + 1
end
for i = first, #ARGV, 2 do
  redis.call('ZADD', KEYS[3], ARGV[i], ARGV[i + 1])
end
redis.pcall('PUBLISH', ARGV[5], ARGV[6]) -- not every user may
if ARGV[7] ~= '' then
  redis.pcall('PUBLISH', ARGV[7], '')
end
return 1
