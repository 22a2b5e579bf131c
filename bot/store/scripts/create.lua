-- Add a table that is not there yet; the same operation again finds it created.
-- KEYS: table, dirty   ARGV: state, operation, seconds to keep, now, board
local operations = redis.call('HGET', KEYS[1], 'o')
if operations then
  return string.find(' ' .. operations .. ' ', ' ' .. ARGV[2] .. ' ', 1, true) and 1 or 0
end
redis.call('HSET', KEYS[1], 'v', 1, 's', ARGV[1], 'o', ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
redis.call('ZADD', KEYS[2], 'NX', ARGV[4], ARGV[5])
return 1
