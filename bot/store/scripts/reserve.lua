-- Count an item until it expires. Returns 0 if the limit is reached by other items, else 1.
-- KEYS: a sorted set   ARGV: item, now, until, limit
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[2])
local counted = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not counted and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[4]) then
  return 0
end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
local last = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
redis.call('EXPIREAT', KEYS[1], last[2])
return 1
