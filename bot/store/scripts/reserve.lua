-- Count an open challenge of a person, unless too many others are counted.
-- KEYS: offers   ARGV: table, now, until, limit
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[2])
local counted = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not counted and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[4]) then
  return 0
end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
redis.call('EXPIREAT', KEYS[1], ARGV[3])
return 1
