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
#include "baton/idempotency/redis/replay_scripts.h"
#include "hiredis/hiredis.h"

namespace baton {
namespace {

// The maximum length of a warning, in bytes.
constexpr std::size_t kLongestWarning = 1024;

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
        redis::ClaimScript(),
        "3",
        KeyOf(request.key),
        absl::StrCat(options_.prefix, "token"),
        IndexOf(request.key),
        absl::StrCat(request.fingerprint),
        Milliseconds(options_.lease),
        Milliseconds(request.keep_for),
        NewIdempotencyKey(),
        may_be_lost ? "1" : "0",
        request.runs_again ? "1" : "0",
        LimitOf(request.key)};
    absl::StatusOr<redis::Reply> reply = RunTwice(command);
    if (absl::IsResourceExhausted(reply.status())) {
      return Full();
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
  std::string IndexOf(const ReplayKey& key) const {
    return absl::StrCat(options_.prefix, "caller:", key.caller);
  }
  // Returns the maximum number of keys of the caller. 0: no limit.
  std::string LimitOf(const ReplayKey& key) const {
    return absl::StrCat(key.caller.empty() ? 0 : options_.max_keys_per_caller);
  }

  // A script that ran without a reply has the same result when it runs again.
  absl::StatusOr<redis::Reply> RunTwice(
      const std::vector<std::string>& command) {
    absl::StatusOr<redis::Reply> reply = connections_.Run(command);
    if (!absl::IsUnavailable(reply.status())) return reply;
    return connections_.Run(command);
  }

  static Claim Full() {
    Claim full;
    full.state = State::kFull;
    full.retry_after = absl::Seconds(1);
    return full;
  }

  static absl::StatusOr<Claim> ReadClaim(const redisReply& reply);

  absl::Status Change(const ReplayKey& key, uint64_t token, const char* state,
                      absl::Duration keep_for, const std::string& value) {
    absl::StatusOr<redis::Reply> reply =
        RunTwice({"EVAL", redis::ChangeScript(), "2", KeyOf(key), IndexOf(key),
                  absl::StrCat(token), state, Milliseconds(keep_for), value,
                  LimitOf(key)});
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
  } else if (state == "full") {
    return Full();
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
  if (options.max_keys_per_caller < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("redis replay store: max_keys_per_caller: must not be "
                     "negative, got ",
                     options.max_keys_per_caller));
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
