-- A board whose table is not there is overdue no longer; tell whether it is there.
-- KEYS: table, dirty   ARGV: board
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 1
end
redis.call('ZREM', KEYS[2], ARGV[1])
return 0
