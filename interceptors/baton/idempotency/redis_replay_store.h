// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_IDEMPOTENCY_REDIS_REPLAY_STORE_H_
#define BATON_IDEMPOTENCY_REDIS_REPLAY_STORE_H_

#include "baton/base/export.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/idempotency/replay_store.h"

namespace BATON_EXPORT baton {

// The settings of a Redis store. A value.
struct RedisReplayStoreOptions {
  // The address of Redis: "host:port" or "unix:/path".
  std::string address;
  // The prefix of all keys in Redis. Servers with the same prefix share keys.
  std::string prefix = "baton:";
  // The time after which a server that no longer renews a claim loses it. A
  // server renews it three times in this time. At least 100 ms.
  absl::Duration lease = absl::Seconds(30);
  // The timeout of a connection and of a command. Positive.
  absl::Duration timeout = absl::Seconds(1);
  // The maximum number of keys of one caller that Redis keeps at the same time,
  // if ServerOptions::caller names callers. Further keys of the caller are
  // rejected. It does not limit bytes. Not negative. 0: no limit.
  int64_t max_keys_per_caller = 100'000;
  // If Redis may lose records in a restart, the outcome of a retry without a
  // record is unknown for this time after its start. At least as long as any
  // client retries.
  absl::Duration longest_retry_time = absl::Minutes(1);
  // Receives warnings about the settings of Redis, when the store is created.
  // Null: the standard error.
  std::function<void(absl::string_view)> warn;
};

// Returns a store in Redis 5 or later, for all servers of a target. Connects to
// Redis and checks its settings. Warns unless Redis writes each change to its
// disk (appendonly yes, appendfsync always) and never removes a key to save
// memory (maxmemory-policy noeviction). Returns INVALID_ARGUMENT for an invalid
// option, and UNAVAILABLE if Redis cannot be reached.
absl::StatusOr<std::shared_ptr<ReplayStore>> NewRedisReplayStore(
    RedisReplayStoreOptions options);

}  // namespace baton

#endif  // BATON_IDEMPOTENCY_REDIS_REPLAY_STORE_H_
