-- Store what a place shows, and mark its board overdue exactly if the table has a newer revision.
-- A slow process may have shown an old board over the newest one, which is then overdue again.
-- KEYS: table, dirty
-- ARGV: field, revision, what is shown ('' leaves the field as it is, '-' deletes it), board, now,
--       what to say on which channel if it is overdue
local revision = redis.call('HGET', KEYS[1], 'v')
if not revision then
  redis.call('ZREM', KEYS[2], ARGV[4])
  return 1
end
if ARGV[3] == '-' then
  redis.call('HDEL', KEYS[1], ARGV[1])
elseif ARGV[3] ~= '' then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
end
if tonumber(revision) > tonumber(ARGV[2]) then
  redis.call('ZADD', KEYS[2], 'NX', ARGV[5], ARGV[4])
  redis.pcall('PUBLISH', ARGV[6], ARGV[7]) -- not every user may
  return 0
end
redis.call('ZREM', KEYS[2], ARGV[4])
return 1
