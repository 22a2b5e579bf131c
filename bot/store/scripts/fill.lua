-- Write keys at one moment.
-- KEYS: keys   ARGV: for each key: 'replace' it, 'add' it if it is missing, or 'merge' elements into
-- it; its type; when it expires (Unix milliseconds, 0: never); how many elements; the elements
local write = {string = 'SET', hash = 'HSET', list = 'RPUSH', set = 'SADD', zset = 'ZADD'}
local at = 1
for _, key in ipairs(KEYS) do
  local how, kind, expires, count = unpack(ARGV, at, at + 3)
  local first, last = at + 4, at + 3 + count
  at = last + 1
  if how ~= 'add' or redis.call('EXISTS', key) == 0 then
    if how == 'replace' then
      redis.call('DEL', key)
    end
    for from = first, last, 1000 do
      redis.call(write[kind], key, unpack(ARGV, from, math.min(from + 999, last)))
    end
    if expires ~= '0' then
      redis.call('PEXPIREAT', key, expires)
    end
  end
end
return 1
