// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_E2E_STOP_STOPPED_SERVER_H_
#define BATON_TESTS_E2E_STOP_STOPPED_SERVER_H_

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <string>

#include "baton/policy/method_policy.h"

namespace baton::e2e {

// Nanoseconds of the machine's monotonic clock, the same in all processes.
using Nanos = int64_t;
Nanos Now();
// Waits in real time, which is the subject of this program.
void SleepUntil(Nanos time);

// A server in a process of its own, which can be stopped. Its synchronous
// handlers share a fixed number of slots, and each works for a fixed time. The
// request carries its number as payload.
class StoppedServer {
 public:
  struct Options {
    // kObserve: handlers of cancelled requests start.
    Mode mode = Mode::kEnforce;
    int slots = 4;
    int work_ms = 10;
    // Whether a handler calls ShouldStart() when it has a slot.
    bool asks = false;
  };
  static constexpr int kMaxRequests = 1 << 16;

  // Forks this process. It must not have used gRPC before.
  explicit StoppedServer(const Options& options);
  // Kills the process.
  ~StoppedServer();
  StoppedServer(const StoppedServer&) = delete;
  StoppedServer& operator=(const StoppedServer&) = delete;

  // "127.0.0.1:40000"
  const std::string& address() const { return address_; }

  void Stop() const;
  void Continue() const;

  // Returns when the handler of a request started, or 0.
  Nanos HandlerStart(int request) const {
    return shared_->handler[request].load(std::memory_order_relaxed);
  }
  // Returns when the work for a request started, or 0.
  Nanos WorkStart(int request) const {
    return shared_->work[request].load(std::memory_order_relaxed);
  }

  // Memory that both processes share.
  struct Shared {
    std::atomic<Nanos> handler[kMaxRequests];
    std::atomic<Nanos> work[kMaxRequests];
  };

 private:
  Shared* shared_ = nullptr;
  pid_t pid_ = -1;
  std::string address_;
};

}  // namespace baton::e2e

#endif  // BATON_TESTS_E2E_STOP_STOPPED_SERVER_H_
