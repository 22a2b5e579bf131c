-- Try commands, and return the names of those that the server's user may not run.
-- KEYS: trial keys, which are deleted   ARGV: commands with their arguments, separated by spaces
local denied = {}
for _, line in ipairs(ARGV) do
  local words = {}
  for word in string.gmatch(line, '%S+') do
    words[#words + 1] = word
  end
  local reply = redis.pcall(unpack(words))
  local why = type(reply) == 'table' and reply.err or ''
  for _, says in ipairs({'ACL failure', 'NOPERM', 'The user executing'}) do -- the last one: Redis 6
    if string.find(why, says) then
      denied[#denied + 1] = words[1]
      break
    end
  end
end
redis.pcall('DEL', unpack(KEYS))
return denied
