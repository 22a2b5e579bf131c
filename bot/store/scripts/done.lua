-- Forget what was claimed, as far as the claims are still the same.
-- KEYS: due   ARGV: a member and the end of its claim, and so on
for i = 1, #ARGV, 2 do
  local at = redis.call('ZSCORE', KEYS[1], ARGV[i])
  if at and tonumber(at) == tonumber(ARGV[i + 1]) then
    redis.call('ZREM', KEYS[1], ARGV[i])
  end
end
return 1
