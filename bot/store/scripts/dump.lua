-- Read keys as they are at one moment. Returns for each key that exists: its name, its type, when it
-- expires (Unix milliseconds, 0: never) and its elements. Of the last keys, which are sorted sets,
-- only members that match are read, and -1 stands for their expiry.
-- KEYS: keys   ARGV: how many keys to read whole, the pattern of members to read of the others
local read = {
  string = function(key) return {redis.call('GET', key)} end,
  hash = function(key) return redis.call('HGETALL', key) end,
  list = function(key) return redis.call('LRANGE', key, 0, -1) end,
  set = function(key) return redis.call('SMEMBERS', key) end,
  zset = function(key) return redis.call('ZRANGE', key, 0, -1, 'WITHSCORES') end
}
local function matching(key)
  local found, cursor = {}, '0'
  repeat
    local page = redis.call('ZSCAN', key, cursor, 'MATCH', ARGV[2], 'COUNT', 10000)
    cursor = page[1]
    for _, each in ipairs(page[2]) do
      found[#found + 1] = each
    end
  until cursor == '0'
  return found
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local found = {}
for i, key in ipairs(KEYS) do
  local kind = redis.call('TYPE', key).ok
  if i > tonumber(ARGV[1]) then
    local elements = kind == 'zset' and matching(key) or {}
    if #elements > 0 then
      found[#found + 1] = {key, kind, -1, elements}
    end
  elseif kind ~= 'none' then
    local left = redis.call('PTTL', key)
    local expires = left < 0 and 0 or now + left
    found[#found + 1] = {key, kind, expires, read[kind] and read[kind](key) or {}}
  end
end
return found
