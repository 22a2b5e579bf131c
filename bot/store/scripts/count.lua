-- Count one more, and return the count. Idempotent: a token counts once.
-- KEYS: count   ARGV: token, seconds until the count resets
redis.call('SADD', KEYS[1], ARGV[1])
if redis.call('TTL', KEYS[1]) < 0 then
  redis.call('EXPIRE', KEYS[1], ARGV[2])
end
return redis.call('SCARD', KEYS[1])
