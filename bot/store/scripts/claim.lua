-- Claim the oldest due members: their score becomes the end of the claim. Claim ends are unique, so
-- a repeated claim whose first reply was lost returns the same members. A key of the wrong type is
-- ignored here; the next query sets it aside.
-- KEYS: due   ARGV: now, end of the claim, limit
local claimed = redis.pcall('ZRANGEBYSCORE', KEYS[1], ARGV[2], ARGV[2])
if claimed.err then
  return {}
end
if #claimed == 0 then
  claimed = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
  for _, member in ipairs(claimed) do
    redis.call('ZADD', KEYS[1], ARGV[2], member)
  end
end
return claimed
