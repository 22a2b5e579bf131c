-- Note what somebody says, until some time later, and return what everybody says who is still there:
-- name, text and seconds left, repeated. What is new is announced.
-- KEYS: hash of what is said, with its end, by name
-- ARGV: name, text, seconds, channel
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local said, there, before = redis.call('HGETALL', KEYS[1]), {}, nil
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.3f %s', now + ARGV[3], ARGV[2]))
redis.call('EXPIRE', KEYS[1], 3600)
local function hear(name, text, left)
  there[#there + 1] = name
  there[#there + 1] = text
  there[#there + 1] = string.format('%.3f', left)
end
for i = 1, #said, 2 do
  local ends, text = string.match(said[i + 1], '^(%S+) (.*)$')
  local left = tonumber(ends) - now
  if said[i] == ARGV[1] then
    before = text
  elseif left < 0 then
    redis.call('HDEL', KEYS[1], said[i])
  else
    hear(said[i], text, left)
  end
end
if tonumber(ARGV[3]) >= 0 then
  hear(ARGV[1], ARGV[2], tonumber(ARGV[3]))
end
if before ~= ARGV[2] then
  redis.pcall('PUBLISH', ARGV[4], '') -- not every user may
end
return there
