// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_SEEN_SERVERS_H_
#define BATON_CORE_LIMITS_SEEN_SERVERS_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "baton/mutex.h"

namespace baton::core {

// Finds out whether the calls of a channel reach several servers. gRPC's load
// balancer chooses a server for each call, and Baton sees only the address that
// has answered.
//
// With pick_first, the address changes only if a connection is lost. With a
// policy like round_robin it changes all the time. Several servers are in use
// if the address has changed kChanges times within kMemory. A server behind a
// proxy has the address of the proxy.
//
// There is one object for each channel. Thread-safe. Two threads that record
// answers at the same time may miss a change. Only a change of the address
// takes a lock.
class SeenServers {
 public:
  static constexpr int kChanges = 3;
  static constexpr absl::Duration kMemory = absl::Minutes(5);

  // Returns whether OnAnswer() should get the address of an answer. To read an
  // address costs an allocation, so most answers of a busy channel are skipped.
  // `failed`: the answer is a failure. Call it once for each answer.
  bool WantsAddress(bool failed, MonotonicTime now);

  // Records the address of a server that has answered an attempt. Ignores
  // attempts that started before an attempt with a recorded answer: they may
  // have used a connection that is no longer in use.
  void OnAnswer(absl::string_view address, MonotonicTime started_at,
                MonotonicTime now);

  // Returns whether the next attempt may reach another server than the latest
  // one.
  bool AreSeveral(MonotonicTime now) const;

  // Returns the address of the latest answer if all calls reach this server.
  // Returns "" if there are several servers, or if none has answered.
  std::string OnlyServer(MonotonicTime now) const;

 private:
  // A new channel soon knows its servers.
  static constexpr int kFirstAnswers = 16;
  static constexpr int64_t kIntervalNs = 100'000'000;
  static constexpr int64_t kNever = INT64_MIN;

  std::atomic<int> answers_{0};  // at most kFirstAnswers
  std::atomic<int64_t> next_at_ns_{kNever};
  std::atomic<uint64_t> latest_{0};  // hash of the latest address; 0: none
  std::atomic<int64_t> latest_start_ns_{kNever};
  // The times of the latest changes.
  std::array<std::atomic<int64_t>, kChanges> changes_ns_{kNever, kNever,
                                                         kNever};
  std::atomic<uint32_t> changes_{0};
  mutable Mutex mutex_;
  std::string address_ ABSL_GUARDED_BY(mutex_);  // the latest one
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_SEEN_SERVERS_H_
