-- Claim what has been due for longest: its time becomes the end of the claim. No other claim ends
-- then, so that a claim whose answer was lost finds what it had claimed. What is no queue is left
-- to whoever looks next.
-- KEYS: due   ARGV: now, end of the claim, how many at most
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
