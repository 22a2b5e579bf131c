-- Return what everybody says who is still there: name, text and seconds left, repeated.
-- KEYS: hash of what is said, with its end, by name
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local said, there = redis.call('HGETALL', KEYS[1]), {}
for i = 1, #said, 2 do
  local ends, text = string.match(said[i + 1], '^(%S+) (.*)$')
  local left = tonumber(ends) - now
  if left >= 0 then
    there[#there + 1] = said[i]
    there[#there + 1] = text
    there[#there + 1] = string.format('%.3f', left)
  end
end
return there
