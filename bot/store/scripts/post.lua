-- Add a message to a channel, or edit it in place, and return its version. Idempotent.
-- KEYS: bodies, orders, versions, counter, then the channel's other keys
-- ARGV: message, body, 1 to only add (else 0), how many messages to keep, topic, seconds to keep all
local function kept(version)
  for _, key in ipairs(KEYS) do
    redis.call('EXPIRE', key, ARGV[6])
  end
  return version
end
local old = redis.call('HGET', KEYS[1], ARGV[1])
if old == ARGV[2] or old and ARGV[3] == '1' then
  return kept(redis.call('ZSCORE', KEYS[3], ARGV[1]))
end
local version = redis.call('INCR', KEYS[4])
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[3], version, ARGV[1])
if not old then
  redis.call('ZADD', KEYS[2], version, ARGV[1])
  local surplus = redis.call('ZRANGE', KEYS[2], 0, -1 - tonumber(ARGV[4]))
  for _, message in ipairs(surplus) do
    redis.call('HDEL', KEYS[1], message)
    redis.call('ZREM', KEYS[2], message)
    redis.call('ZREM', KEYS[3], message)
  end
end
redis.call('PUBLISH', ARGV[5], version)
return kept(version)
