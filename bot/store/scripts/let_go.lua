-- Release a lock, if this holder has it, and say so.
-- KEYS: lock   ARGV: holder, channel
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('DEL', KEYS[1])
  redis.pcall('PUBLISH', ARGV[2], '') -- not every user may
end
return 1
