-- Acquire or renew a lease, and return its token, or 0 if someone else holds it. Each new holder
-- gets a higher token than all earlier ones of the last two days: nobody holds a lease for so long.
-- KEYS: holder, token   ARGV: holder, milliseconds
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then
  return 0
end
if not holder then
  redis.call('INCR', KEYS[2])
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('EXPIRE', KEYS[2], 2 * 86400)
return tonumber(redis.call('GET', KEYS[2]))
