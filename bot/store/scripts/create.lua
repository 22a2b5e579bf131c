-- Create a table. Returns 1 if this operation created it, now or earlier, and 0 if another one did.
-- KEYS: table, due, dirty
-- ARGV: state, operation, now, board, then the time and member of each due
for kind, keys in pairs({hash = {KEYS[1]}, zset = {KEYS[2], KEYS[3]}}) do
  for _, key in ipairs(keys) do
    local found = redis.call('TYPE', key).ok
    if found ~= kind and found ~= 'none' then
      return redis.error_reply('WRONGTYPE ' .. key .. ' holds a ' .. found)
    end
  end
end
local operations = redis.call('HGET', KEYS[1], 'o')
if operations then
  return string.find(' ' .. operations .. ' ', ' ' .. ARGV[2] .. ' ', 1, true) and 1 or 0
end
redis.call('HSET', KEYS[1], 'v', 1, 's', ARGV[1], 'o', ARGV[2])
for i = 5, #ARGV, 2 do
  redis.call('ZADD', KEYS[2], ARGV[i], ARGV[i + 1])
end
redis.call('ZADD', KEYS[3], 'NX', ARGV[3], ARGV[4])
return 1
