-- Add a person to a channel. Returns 1, or 0 if another person has or had the name.
-- People who have not entered for too long are removed, with all their names.
-- KEYS: people, names, seen, then the channel's other keys
-- ARGV: user, name, case-folded name, now in seconds, seconds to keep
if redis.call('ZCARD', KEYS[3]) < redis.call('HLEN', KEYS[1]) then
  for _, user in ipairs(redis.call('HKEYS', KEYS[1])) do -- entered under a release that did not record it
    redis.call('ZADD', KEYS[3], 'NX', ARGV[4], user)
  end
end
local gone = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', ARGV[4] - ARGV[5])
if #gone > 0 then
  local forgotten = {}
  for _, user in ipairs(gone) do
    forgotten[user] = true
    redis.call('HDEL', KEYS[1], user)
    redis.call('ZREM', KEYS[3], user)
  end
  local names = redis.call('HGETALL', KEYS[2])
  for at = 1, #names, 2 do
    if forgotten[names[at + 1]] then redis.call('HDEL', KEYS[2], names[at]) end
  end
end
redis.call('HSETNX', KEYS[2], ARGV[3], ARGV[1])
local mine = redis.call('HGET', KEYS[2], ARGV[3]) == ARGV[1]
if mine then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  redis.call('ZADD', KEYS[3], ARGV[4], ARGV[1])
end
for _, key in ipairs(KEYS) do
  redis.call('EXPIRE', key, ARGV[5])
end
return mine and 1 or 0
