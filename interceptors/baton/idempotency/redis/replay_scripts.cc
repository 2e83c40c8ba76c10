// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/idempotency/redis/replay_scripts.h"

#include "absl/strings/str_cat.h"

namespace baton::redis {
namespace {

// A key is a hash with these fields: f fingerprint, s state (r running,
// a answered, u unknown, n not executed), t token, l end of the lease in
// milliseconds of Redis, c the claim that owns it, a answer. Redis runs a
// script as one step. Redis is the only clock, so that the clocks of servers
// and clients do not matter.
//
// Each caller has a sorted set of its keys, by the time of their end. The
// script that changes a key also changes the set.
constexpr char kNote[] = R"(
local function note(index, now, left)
  redis.call('ZADD', index, string.format('%.0f', now + left), KEYS[1])
  left = math.max(redis.call('PTTL', index), left)
  redis.call('PEXPIRE', index, string.format('%.0f', left))
end
)";

constexpr char kClaim[] = R"(
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local fingerprint, lease, keep, claim = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local lost, again, most = ARGV[5] == '1', ARGV[6] == '1', tonumber(ARGV[7])
local h = redis.call('HMGET', KEYS[1], 'f', 's', 't', 'l', 'c', 'a')
local function own(state)
  if most > 0 then
    redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now)
    if not redis.call('ZSCORE', KEYS[3], KEYS[1]) and
       redis.call('ZCARD', KEYS[3]) >= most then
      return {'full'}
    end
    note(KEYS[3], now, keep + lease)
  end
  local token = redis.call('INCR', KEYS[2])
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], 'f', fingerprint, 's', 'r', 't', token,
             'l', string.format('%.0f', now + lease), 'c', claim)
  redis.call('PEXPIRE', KEYS[1], string.format('%.0f', keep + lease))
  return {state, tostring(token)}
end
if not h[1] then
  if lost and not again then return {'unknown'} end
  return own('run')
end
if h[5] == claim and h[2] == 'r' then return {'run', h[3]} end
if h[2] == 'n' then return own('run') end
if h[1] ~= fingerprint then return {'other'} end
if h[2] == 'r' and tonumber(h[4]) > now then return {'running'} end
if h[2] == 'a' then return {'answered', h[6]} end
if again then return own('again') end
return {'unknown'}
)";

constexpr char kChange[] = R"(
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local token, state, keep, most = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[5])
local h = redis.call('HMGET', KEYS[1], 's', 't', 'l')
if h[1] ~= 'r' or h[2] ~= token or tonumber(h[3]) <= now then
  -- The same change may have run before, and its reply was lost.
  if h[1] == state and h[2] == token and state ~= 'r' then return 1 end
  return 0
end
if state == 'r' then
  redis.call('HSET', KEYS[1], 'l', string.format('%.0f', now + ARGV[4]))
  local left = math.max(redis.call('PTTL', KEYS[1]), keep + ARGV[4])
  redis.call('PEXPIRE', KEYS[1], string.format('%.0f', left))
  if most > 0 then note(KEYS[2], now, left) end
else
  redis.call('HSET', KEYS[1], 's', state, 'a', ARGV[4])
  redis.call('PEXPIRE', KEYS[1], keep)
  if most > 0 then note(KEYS[2], now, tonumber(keep)) end
end
return 1
)";

}  // namespace

std::string ClaimScript() { return absl::StrCat(kNote, kClaim); }

std::string ChangeScript() { return absl::StrCat(kNote, kChange); }

}  // namespace baton::redis
