-- Hold something, or go on holding it; every new holder has a higher token than all before.
-- KEYS: holder, token   ARGV: holder, milliseconds
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then
  return 0
end
if not holder then
  redis.call('INCR', KEYS[2])
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return tonumber(redis.call('GET', KEYS[2]))
