-- Claim what is due: its time becomes the end of the claim, which no other claim shares, so that a
-- claim whose answer was lost is found again.
-- KEYS: due   ARGV: now, end of the claim, then the members that looked due
local now, lease, claimed = tonumber(ARGV[1]), tonumber(ARGV[2]), {}
for i = 3, #ARGV do
  local at = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[i]) or 'inf')
  if at <= now or at == lease then
    redis.call('ZADD', KEYS[1], ARGV[2], ARGV[i])
    claimed[#claimed + 1] = ARGV[i]
  end
end
return claimed
