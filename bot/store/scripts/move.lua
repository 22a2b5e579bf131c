-- Give claimed members another time, unless they have been rescheduled or claimed again. A repeated
-- call returns the same as the first, whose reply may have been lost.
-- KEYS: due   ARGV: new time, what to say on which channel, then member and end of its claim,
--                   repeated
-- Returns the members that have the new time.
local moved = {}
for i = 4, #ARGV, 2 do
  local at = redis.call('ZSCORE', KEYS[1], ARGV[i])
  if at and tonumber(at) == tonumber(ARGV[i + 1]) then
    redis.call('ZADD', KEYS[1], ARGV[1], ARGV[i])
    moved[#moved + 1] = ARGV[i]
  elseif at and tonumber(at) == tonumber(ARGV[1]) then
    moved[#moved + 1] = ARGV[i]
  end
end
if #moved > 0 then
  redis.pcall('PUBLISH', ARGV[2], ARGV[3]) -- not every user may
end
return moved
