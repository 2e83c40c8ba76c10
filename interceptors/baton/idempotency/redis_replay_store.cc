// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/idempotency/redis_replay_store.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "baton/core/report/printable_text.h"
#include "baton/core/wire/stored_answer_codec.h"
#include "baton/idempotency/idempotency_key.h"
#include "baton/idempotency/redis/connections.h"
#include "hiredis/hiredis.h"

namespace baton {
namespace {

// The maximum length of a warning, in bytes.
constexpr std::size_t kLongestWarning = 1024;

// A key is a hash with these fields: f fingerprint, s state (r running,
// a answered, u unknown, n not executed), t token, l end of the lease in
// milliseconds of Redis, c the claim that owns it, a answer. Redis runs a
// script as one step. Redis is the only clock, so that the clocks of servers
// and clients do not matter.
constexpr char kClaim[] = R"(
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local fingerprint, lease, keep, claim = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local lost, again = ARGV[5] == '1', ARGV[6] == '1'
local h = redis.call('HMGET', KEYS[1], 'f', 's', 't', 'l', 'c', 'a')
local function own(state)
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

// Ends or renews a claim, if it is the latest claim of its key and its lease
// has not expired.
constexpr char kChange[] = R"(
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local token, state, keep = ARGV[1], ARGV[2], ARGV[3]
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
else
  redis.call('HSET', KEYS[1], 's', state, 'a', ARGV[4])
  redis.call('PEXPIRE', KEYS[1], keep)
end
return 1
)";

std::string Milliseconds(absl::Duration duration) {
  return absl::StrCat(absl::ToInt64Milliseconds(duration));
}

absl::string_view TextOf(const redisReply* reply) {
  if (reply == nullptr || reply->str == nullptr) return "";
  return absl::string_view(reply->str, reply->len);
}

// The settings of Redis that matter.
struct Settings {
  bool is_durable = false;
  // The time since the start of Redis.
  absl::Duration uptime = absl::ZeroDuration();
  std::vector<std::string> warnings;
};

class RedisReplayStore final : public ReplayStore {
 public:
  explicit RedisReplayStore(RedisReplayStoreOptions options)
      : options_(std::move(options)),
        connections_(options_.address, options_.timeout) {}

  // Checks the settings of Redis.
  absl::StatusOr<Settings> Check();

  Properties properties() const override {
    Properties properties;
    properties.is_shared = true;
    properties.may_block = true;
    properties.lease = options_.lease;
    return properties;
  }

  absl::StatusOr<Claim> ClaimKey(const Request& request) override {
    bool may_be_lost = false;
    if (request.may_have_run) {
      // Redis may have been restarted since the last request.
      absl::StatusOr<Settings> settings = Check();
      if (!settings.ok()) return settings.status();
      may_be_lost = !settings->is_durable &&
                    settings->uptime < options_.longest_retry_time;
    }
    const std::vector<std::string> command = {
        "EVAL",
        kClaim,
        "2",
        KeyOf(request.key),
        absl::StrCat(options_.prefix, "token"),
        absl::StrCat(request.fingerprint),
        Milliseconds(options_.lease),
        Milliseconds(request.keep_for),
        NewIdempotencyKey(),
        may_be_lost ? "1" : "0",
        request.runs_again ? "1" : "0"};
    absl::StatusOr<redis::Reply> reply = RunTwice(command);
    if (absl::IsResourceExhausted(reply.status())) {
      Claim full;
      full.state = State::kFull;
      full.retry_after = absl::Seconds(1);
      return full;
    }
    if (!reply.ok()) return reply.status();
    return ReadClaim(**reply);
  }

  absl::Status Renew(const ReplayKey& key, uint64_t token) override {
    return Change(key, token, "r", options_.longest_retry_time,
                  Milliseconds(options_.lease));
  }

  absl::Status Finish(const ReplayKey& key, uint64_t token,
                      const StoredAnswer* answer, absl::Duration keep_for,
                      MonotonicTime /*now*/) override {
    return Change(key, token, answer == nullptr ? "u" : "a", keep_for,
                  answer == nullptr ? "" : core::EncodeStoredAnswer(*answer));
  }

  absl::Status Free(const ReplayKey& key, uint64_t token) override {
    return Change(key, token, "n", options_.longest_retry_time, "");
  }

 private:
  std::string KeyOf(const ReplayKey& key) const {
    return absl::StrCat(options_.prefix, "key:", key.ToText());
  }

  // A script that ran without a reply has the same result when it runs again.
  absl::StatusOr<redis::Reply> RunTwice(
      const std::vector<std::string>& command) {
    absl::StatusOr<redis::Reply> reply = connections_.Run(command);
    if (!absl::IsUnavailable(reply.status())) return reply;
    return connections_.Run(command);
  }

  static absl::StatusOr<Claim> ReadClaim(const redisReply& reply);

  absl::Status Change(const ReplayKey& key, uint64_t token, const char* state,
                      absl::Duration keep_for, const std::string& value) {
    absl::StatusOr<redis::Reply> reply =
        RunTwice({"EVAL", kChange, "1", KeyOf(key), absl::StrCat(token), state,
                  Milliseconds(keep_for), value});
    if (!reply.ok()) return reply.status();
    if ((*reply)->integer == 1) return absl::OkStatus();
    return absl::FailedPreconditionError("the claim has ended");
  }

  const RedisReplayStoreOptions options_;
  redis::Connections connections_;
};

absl::StatusOr<Settings> RedisReplayStore::Check() {
  Settings settings;
  absl::StatusOr<redis::Reply> info = connections_.Run({"INFO", "server"});
  if (absl::IsUnavailable(info.status())) {
    info = connections_.Run({"INFO", "server"});
  }
  if (!info.ok()) return info.status();
  for (absl::string_view line : absl::StrSplit(TextOf(info->get()), "\r\n")) {
    int64_t seconds = 0;
    if (absl::ConsumePrefix(&line, "uptime_in_seconds:") &&
        absl::SimpleAtoi(line, &seconds)) {
      settings.uptime = absl::Seconds(seconds);
    }
  }
  settings.is_durable = true;
  const auto check = [&](const char* name, const char* value) {
    const absl::StatusOr<redis::Reply> reply =
        connections_.Run({"CONFIG", "GET", name});
    const bool known = reply.ok() && (*reply)->elements == 2;
    const absl::string_view found =
        known ? TextOf((*reply)->element[1]) : "unknown";
    if (found == value) return true;
    settings.warnings.push_back(core::PrintableText(
        absl::StrCat("Redis at ", options_.address, ": ", name, " should be ",
                     value, ", and is ", found),
        kLongestWarning));
    return false;
  };
  settings.is_durable &= check("appendonly", "yes");
  settings.is_durable &= check("appendfsync", "always");
  check("maxmemory-policy", "noeviction");
  return settings;
}

absl::StatusOr<ReplayStore::Claim> RedisReplayStore::ReadClaim(
    const redisReply& reply) {
  Claim claim;
  if (reply.type != REDIS_REPLY_ARRAY || reply.elements < 1) {
    return absl::InternalError("Redis: unexpected reply");
  }
  const absl::string_view state = TextOf(reply.element[0]);
  const absl::string_view value =
      reply.elements > 1 ? TextOf(reply.element[1]) : "";
  if (state == "run" || state == "again") {
    claim.state = state == "run" ? State::kRun : State::kRunAgain;
    if (absl::SimpleAtoi(value, &claim.token)) return claim;
  } else if (state == "answered") {
    claim.state = State::kAnswered;
    std::optional<StoredAnswer> answer = core::DecodeStoredAnswer(value);
    if (answer.has_value()) {
      claim.answer = std::make_shared<StoredAnswer>(*std::move(answer));
      return claim;
    }
  } else if (state == "running") {
    claim.state = State::kRunning;
    return claim;
  } else if (state == "other") {
    claim.state = State::kOtherRequest;
    return claim;
  } else if (state == "unknown") {
    claim.state = State::kUnknown;
    return claim;
  }
  return absl::InternalError("Redis: unexpected reply");
}

}  // namespace

absl::StatusOr<std::shared_ptr<ReplayStore>> NewRedisReplayStore(
    RedisReplayStoreOptions options) {
  if (options.lease < absl::Milliseconds(100)) {
    return absl::InvalidArgumentError(
        absl::StrCat("redis replay store: lease: must be at least 100ms, got ",
                     absl::FormatDuration(options.lease)));
  }
  if (options.timeout <= absl::ZeroDuration()) {
    return absl::InvalidArgumentError(
        absl::StrCat("redis replay store: timeout: must be positive, got ",
                     absl::FormatDuration(options.timeout)));
  }
  const auto warn = options.warn;
  auto store = std::make_shared<RedisReplayStore>(std::move(options));
  const absl::StatusOr<Settings> settings = store->Check();
  if (!settings.ok()) return settings.status();
  for (const std::string& warning : settings->warnings) {
    if (warn) {
      warn(warning);
    } else {
      std::fprintf(stderr, "baton: %s\n", warning.c_str());
    }
  }
  return store;
}

}  // namespace baton
