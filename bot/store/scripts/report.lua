-- Note what somebody says, until some time later, and return what everybody says who is still there.
-- KEYS: hash of what is said, with its end, by name
-- ARGV: name, text, seconds
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.3f %s', now + ARGV[3], ARGV[2]))
redis.call('EXPIRE', KEYS[1], 3600)
local said, there = redis.call('HGETALL', KEYS[1]), {}
for i = 1, #said, 2 do
  local ends, text = string.match(said[i + 1], '^(%S+) (.*)$')
  if tonumber(ends) < now then
    redis.call('HDEL', KEYS[1], said[i])
  else
    there[#there + 1] = said[i]
    there[#there + 1] = text
  end
end
return there
