// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_IDEMPOTENCY_REDIS_CONNECTIONS_H_
#define BATON_IDEMPOTENCY_REDIS_CONNECTIONS_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "baton/mutex.h"

struct redisContext;
struct redisReply;

namespace baton::redis {

struct FreeContext {
  void operator()(redisContext* context) const;
};
using Context = std::unique_ptr<redisContext, FreeContext>;

struct FreeReply {
  void operator()(redisReply* reply) const;
};
using Reply = std::unique_ptr<redisReply, FreeReply>;

// Connections to one Redis server. A command uses a connection alone, and a
// failed connection is not used again. Thread-safe.
class Connections {
 public:
  // `address` has the form "host:port" or "unix:/path".
  Connections(std::string address, absl::Duration timeout);

  // Runs a command on any connection. Returns UNAVAILABLE if Redis cannot be
  // reached or does not respond in time: the command may have run. Returns
  // RESOURCE_EXHAUSTED if Redis has no memory left, and INTERNAL for other
  // errors of Redis. Error messages are printable and of limited length.
  absl::StatusOr<Reply> Run(const std::vector<std::string>& command);

 private:
  absl::StatusOr<Context> Take();
  void Return(Context context);

  const std::string address_;
  const absl::Duration timeout_;
  Mutex mutex_;
  std::vector<Context> idle_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace baton::redis

#endif  // BATON_IDEMPOTENCY_REDIS_CONNECTIONS_H_
