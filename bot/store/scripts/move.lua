-- Give claimed members another time, unless they have been rescheduled or claimed again. A repeated
-- call returns the same as the first, whose reply may have been lost.
-- KEYS: due   ARGV: new time, then member and end of its claim, repeated
-- Returns the members that have the new time.
local moved = {}
for i = 2, #ARGV, 2 do
  local at = redis.call('ZSCORE', KEYS[1], ARGV[i])
  if at and tonumber(at) == tonumber(ARGV[i + 1]) then
    redis.call('ZADD', KEYS[1], ARGV[1], ARGV[i])
    moved[#moved + 1] = ARGV[i]
  elseif at and tonumber(at) == tonumber(ARGV[1]) then
    moved[#moved + 1] = ARGV[i]
  end
end
return moved
