-- Tell whether the table of a board is there; without it the board is overdue no longer.
-- KEYS: table, dirty   ARGV: board
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 1
end
redis.call('ZREM', KEYS[2], ARGV[1])
return 0
