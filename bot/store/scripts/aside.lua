-- Set unreadable data aside: the whole key if it is not a sorted set, otherwise the given members.
-- KEYS: source, destination   ARGV: seconds to keep the destination, then the members
local function is_sorted_set(key)
  return redis.call('TYPE', key).ok == 'zset'
end
local moved = 0
if redis.call('EXISTS', KEYS[1]) == 0 then
  return moved
end
if not is_sorted_set(KEYS[1]) then
  redis.call('RENAME', KEYS[1], KEYS[2])
  redis.call('EXPIRE', KEYS[2], ARGV[1])
  return 1
end
if not is_sorted_set(KEYS[2]) then
  redis.call('DEL', KEYS[2])
end
for i = 2, #ARGV do
  local at = redis.call('ZSCORE', KEYS[1], ARGV[i])
  if at then
    redis.call('ZADD', KEYS[2], at, ARGV[i])
    redis.call('ZREM', KEYS[1], ARGV[i])
    moved = moved + 1
  end
end
redis.call('EXPIRE', KEYS[2], ARGV[1])
return moved
