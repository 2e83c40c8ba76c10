// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/driver/inline_stream_driver.h"

#include <thread>

#include "absl/time/time.h"
#include "baton/rpc/runtime/runtime.h"
#include "baton/rpc/stream/driver/stream_queue.h"
#include "grpc/support/time.h"
#include "grpcpp/alarm.h"
#include "gtest/gtest.h"
#include "tests/support/signal.h"

namespace baton::rpc {
namespace {

// An operation whose end lets the application's batch proceed.
class LastOperation final : public StreamOperation {
 public:
  explicit LastOperation(InlineStreamDriver& driver) : driver_(driver) {}

  // Starts the operation. It ends at once.
  void Start() {
    StreamQueue& queue = driver_.queue(/*beside_in_place=*/false);
    alarm_.Set(queue.get(), gpr_inf_past(GPR_CLOCK_MONOTONIC), queue.Add(this));
  }
  void OnEnd(bool /*ok*/) override { driver_.OnCompleted(nullptr); }

 private:
  InlineStreamDriver& driver_;
  grpc::Alarm alarm_;
};

// The strand runs an event on the thread that runs another event of the call,
// for example on the thread of a timer. A lost notification makes this test
// exceed its time limit.
TEST(InlineStreamDriverTest, WaitingThreadPollsOperationsOfAnotherThread) {
  constexpr int kRounds = 300;
  for (int i = 0; i < kRounds; ++i) {
    InlineStreamDriver driver(Runtime::Process(), absl::Hours(1));
    LastOperation operation(driver);
    Signal waits;
    std::thread other([&] {
      waits.Await();
      operation.Start();
      driver.OnOperations();
    });
    driver.Run(
        nullptr, [&] { waits.Give(); }, [] {});
    other.join();
  }
}

}  // namespace
}  // namespace baton::rpc
