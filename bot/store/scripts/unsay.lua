-- Take back what somebody says, and say so.
-- KEYS: hash of what is said   ARGV: name, channel
if redis.call('HDEL', KEYS[1], ARGV[1]) == 1 then
  redis.pcall('PUBLISH', ARGV[2], '') -- not every user may
end
return 1
