-- Release a lock, if this holder has it, and say so.
-- KEYS: lock   ARGV: holder, channel (none if nobody waits to hear of it)
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('DEL', KEYS[1])
  if ARGV[2] then
    redis.pcall('PUBLISH', ARGV[2], '') -- not every user may
  end
end
return 1
