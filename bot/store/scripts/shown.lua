-- Note what a place shows; it is no longer overdue unless the table has moved on since.
-- KEYS: table, dirty   ARGV: field, revision, revision and message, entry of dirty
local revision = redis.call('HGET', KEYS[1], 'v')
if not revision then
  redis.call('ZREM', KEYS[2], ARGV[4])
  return 1
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
if tonumber(revision) > tonumber(ARGV[2]) then
  return 0
end
redis.call('ZREM', KEYS[2], ARGV[4])
return 1
