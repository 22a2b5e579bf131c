-- Remove a person from a channel, with all their names.
-- KEYS: people, names, seen
-- ARGV: user
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
local names = redis.call('HGETALL', KEYS[2])
for at = 1, #names, 2 do
  if names[at + 1] == ARGV[1] then redis.call('HDEL', KEYS[2], names[at]) end
end
