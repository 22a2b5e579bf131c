-- Add a member to a queue, and say so.
-- KEYS: a sorted set   ARGV: 'NX' to leave alone a member that is there, 'CH' to give it this time;
--                            time; member; what to say on which channel
local changed = redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2], ARGV[3])
if changed == 1 then
  redis.pcall('PUBLISH', ARGV[4], ARGV[5]) -- not every user may
end
return changed
