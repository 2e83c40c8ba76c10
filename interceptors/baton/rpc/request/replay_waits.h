// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_REQUEST_REPLAY_WAITS_H_
#define BATON_RPC_REQUEST_REPLAY_WAITS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "absl/base/thread_annotations.h"
#include "baton/monotonic_time.h"
#include "baton/mutex.h"
#include "baton/rpc/runtime/runtime.h"

namespace baton::rpc {

// The repeated requests of this process that wait for an earlier request with
// the same key. Thread-safe.
class ReplayWaits {
 public:
  static constexpr std::size_t kMaxPerKey = 4;
  static constexpr std::size_t kMaxPerProcess = 64;

  // Returns the waits of the process. Never destroyed.
  static ReplayWaits& Process();

  // Waits for the request with this key. Calls `done` once, on any thread: at
  // the next Wake() of the key, or at `until`. `done` must not block. Returns
  // false and does nothing if too many requests wait.
  bool Wait(const std::string& key, MonotonicTime until, Runtime& runtime,
            std::function<void()> done);
  // Ends all waits for this key.
  void Wake(const std::string& key);
  // Returns the number of waiting requests.
  std::size_t size() const;

 private:
  struct Entry {
    uint64_t id;
    Runtime* runtime;
    Runtime::TimerId timer;
    std::function<void()> done;
  };

  void OnTimer(const std::string& key, uint64_t id);

  mutable Mutex mutex_;
  std::multimap<std::string, Entry> waits_ ABSL_GUARDED_BY(mutex_);
  uint64_t next_id_ ABSL_GUARDED_BY(mutex_) = 1;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_REQUEST_REPLAY_WAITS_H_
