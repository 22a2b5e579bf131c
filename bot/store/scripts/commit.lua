-- Apply one step, whole or not at all.
-- KEYS: table, record, then a dirty set for each place
-- ARGV: revision before, state, operation, how many operations are remembered, entries,
--       seconds to keep the table, seconds to keep the record, now, then a board for each place
local revision, operations = unpack(redis.call('HMGET', KEYS[1], 'v', 'o'))
if not revision then
  return 'STALE'
end
local seen = {}
for operation in string.gmatch(operations, '%S+') do
  if operation == ARGV[3] then
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
redis.call('EXPIRE', KEYS[1], ARGV[6])
if ARGV[5] ~= '' then
  redis.call('RPUSH', KEYS[2], ARGV[5])
end
redis.call('EXPIRE', KEYS[2], ARGV[7])
for i = 3, #KEYS do
  redis.call('ZADD', KEYS[i], 'NX', ARGV[8], ARGV[6 + i])
end
return 'APPLIED'
