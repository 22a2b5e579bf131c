-- Remove an overdue board whose table does not exist. Returns 1 if the table exists, else 0.
-- KEYS: table, dirty   ARGV: board
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 1
end
redis.call('ZREM', KEYS[2], ARGV[1])
return 0
