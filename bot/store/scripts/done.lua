-- Remove claimed members, unless they have been rescheduled or claimed again.
-- KEYS: due   ARGV: member and end of its claim, repeated
for i = 1, #ARGV, 2 do
  local at = redis.call('ZSCORE', KEYS[1], ARGV[i])
  if at and tonumber(at) == tonumber(ARGV[i + 1]) then
    redis.call('ZREM', KEYS[1], ARGV[i])
  end
end
return 1
