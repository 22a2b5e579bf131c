-- Return the server's clock: seconds and microseconds. KEYS: names a node; ARGV: none
return redis.call('TIME')
