-- Rename a field of a hash, and empty it; does nothing if it is missing.
-- KEYS: a hash, or a key of another type, which is left alone   ARGV: old name, new name
if redis.pcall('HEXISTS', KEYS[1], ARGV[1]) == 1 then
  redis.call('HSET', KEYS[1], ARGV[2], '')
  redis.call('HDEL', KEYS[1], ARGV[1])
end
return 1
