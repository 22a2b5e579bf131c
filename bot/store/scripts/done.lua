-- Forget what was claimed, if the claim is still the same.
-- KEYS: due   ARGV: member, end of the claim
local at = redis.call('ZSCORE', KEYS[1], ARGV[1])
if at and tonumber(at) == tonumber(ARGV[2]) then
  return redis.call('ZREM', KEYS[1], ARGV[1])
end
return 0
