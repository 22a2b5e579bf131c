-- Create a table. Returns 1 if this operation created it, now or earlier, and 0 if another one did.
-- KEYS: table, record, due, dirty
-- ARGV: state, operation, entries, now, board, what to say on which channel, the channel that tells
--       of changes to the table that it follows (empty if there is none), then the time and member
--       of each due
local kinds = {'hash', 'list', 'zset', 'zset'}
for i, key in ipairs(KEYS) do
  local found = redis.call('TYPE', key).ok
  if found ~= kinds[i] and found ~= 'none' then
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
for i = 9, #ARGV, 2 do
  redis.call('ZADD', KEYS[3], ARGV[i], ARGV[i + 1])
end
redis.call('ZADD', KEYS[4], 'NX', ARGV[4], ARGV[5])
redis.pcall('PUBLISH', ARGV[6], ARGV[7]) -- not every user may
if ARGV[8] ~= '' then
  redis.pcall('PUBLISH', ARGV[8], '')
end
return 1
