-- Apply one step atomically: everything that could fail is checked before the first write.
-- KEYS: table, record, due, then a dirty set for each place
-- ARGV: previous revision, state, operation, how many operations to remember, entries,
--       seconds to keep table and record (0: forever), now, what to say on which channel, the
--       channel that tells of changes to the table, that of the table that it follows (empty if
--       nobody there needs to hear of it), then a board for each place, then the time and member of
--       each due
local kinds = {'hash', 'list', 'zset'}
for i, key in ipairs(KEYS) do
  local found = redis.call('TYPE', key).ok
  if found ~= (kinds[i] or 'zset') and found ~= 'none' then
    return redis.error_reply('WRONGTYPE ' .. key .. ' holds a ' .. found)
  end
end
local revision, operations = unpack(redis.call('HMGET', KEYS[1], 'v', 'o'))
if not revision then
  return 'STALE'
end
local seen = {}
for operation in string.gmatch(operations, '%S+') do
  if operation == ARGV[3] then
    -- A write, so that WAIT covers the first commit, too; it fails if the memory is full.
    redis.pcall('HSET', KEYS[1], 'o', operations)
    return 'REPEATED'
  end
  seen[#seen + 1] = operation
end
if revision ~= ARGV[1] then
  return 'STALE'
end
seen[#seen + 1] = ARGV[3]
while #seen > tonumber(ARGV[4]) do
  table.remove(seen, 1)
end
redis.call('HSET', KEYS[1], 'v', revision + 1, 's', ARGV[2], 'o', table.concat(seen, ' '))
if ARGV[5] ~= '' then
  redis.call('RPUSH', KEYS[2], ARGV[5])
end
for i = 1, 2 do
  if ARGV[6] ~= '0' and redis.call('TTL', KEYS[i]) == -1 then -- a later change doesn't prolong it
    redis.call('EXPIRE', KEYS[i], ARGV[6])
  end
end
local first = 12
for i = 4, #KEYS do
  redis.call('ZADD', KEYS[i], 'NX', ARGV[7], ARGV[first])
  first = first + 1
end
for i = first, #ARGV, 2 do
  redis.call('ZADD', KEYS[3], ARGV[i], ARGV[i + 1])
end
redis.pcall('PUBLISH', ARGV[8], ARGV[9]) -- not every user may
redis.pcall('PUBLISH', ARGV[10], '')
if ARGV[11] ~= '' then
  redis.pcall('PUBLISH', ARGV[11], '')
end
return 'APPLIED'
