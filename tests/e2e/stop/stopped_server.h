// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_E2E_STOP_STOPPED_SERVER_H_
#define BATON_TESTS_E2E_STOP_STOPPED_SERVER_H_

#include <atomic>
#include <optional>
#include <string>

#include "baton/policy/method_policy.h"
#include "tests/e2e/stop/child_process.h"
#include "tests/e2e/stop/machine_time.h"
#include "tests/e2e/stop/shared_memory.h"

namespace baton::e2e {

// A server in a process of its own, which can be stopped. Its synchronous
// handlers share a fixed number of slots, and each works for a fixed time. The
// request carries its number as payload.
class StoppedServer {
 public:
  struct Options {
    // False: a server of bare gRPC. The other options of Baton have no effect.
    bool with_baton = true;
    // kObserve: handlers of cancelled requests start.
    Mode mode = Mode::kEnforce;
    int slots = 4;
    int work_ms = 10;
    // Whether requests get slots in the order of arrival. Otherwise a new
    // request can take a slot that was just released, before a waiting request.
    bool in_order = false;
    // Whether a handler calls ShouldStart() when it has a slot.
    bool asks = false;
  };
  static constexpr int kMaxRequests = 1 << 16;

  // Forks this process. It must not have used gRPC before.
  explicit StoppedServer(const Options& options);
  // "127.0.0.1:40000"
  const std::string& address() const { return address_; }

  void Stop() const { process_->Stop(); }
  void Continue() const { process_->Continue(); }

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
  const SharedMemory<Shared> shared_{1};
  // Set by the constructor.
  std::optional<ChildProcess> process_;
  std::string address_;
};

}  // namespace baton::e2e

#endif  // BATON_TESTS_E2E_STOP_STOPPED_SERVER_H_
