// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_SUPPORT_FAKE_CALL_DRIVER_H_
#define BATON_TESTS_RPC_SUPPORT_FAKE_CALL_DRIVER_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "baton/monotonic_time.h"
#include "baton/rpc/call/attempt.h"
#include "baton/rpc/runtime/runtime.h"
#include "baton/rpc/unary/driver/call_driver.h"
#include "baton/rpc/unary/unary_owner.h"
#include "google/protobuf/wrappers.pb.h"
#include "grpcpp/grpcpp.h"
#include "grpcpp/impl/call_op_set.h"

namespace baton::rpc {

// Records the attempts and the timer of a unary call, for tests of its state
// machine. Creates the gRPC call of each attempt, but sends nothing.
class FakeCallDriver final : public CallDriver {
 public:
  // The record, for the test. Outlives the driver, which belongs to the call.
  struct Log {
    Log() = default;
    ~Log() { queue.Shutdown(); }
    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;

    bool has_timer() const { return timer != MonotonicTime::InfiniteFuture(); }

    // Ends the attempt with this index, as gRPC does. A success brings a
    // StringValue. Returns the attempt.
    std::shared_ptr<Attempt> End(int index, grpc::StatusCode code,
                                 const std::string& response) {
      const std::shared_ptr<Attempt> attempt = attempts.at(index);
      // The context accepts questions about the headers of the response.
      grpc::internal::CallOpRecvInitialMetadata().RecvInitialMetadata(
          &attempt->context);
      attempt->owner = nullptr;
      attempt->status = grpc::Status(code, "");
      if (code == grpc::StatusCode::OK) {
        google::protobuf::StringValue message;
        message.set_value(response);
        const grpc::Slice slice(message.SerializeAsString());
        attempt->response = grpc::ByteBuffer(&slice, 1);
      }
      return attempt;
    }

    grpc::CompletionQueue queue;
    std::vector<std::shared_ptr<Attempt>> attempts;
    MonotonicTime timer = MonotonicTime::InfiniteFuture();
    Phase phase = Phase::kRunning;
  };

  FakeCallDriver(Log& log, bool starts_on_any_thread)
      : log_(log), starts_on_any_thread_(starts_on_any_thread) {}

  void Start(RawStub& stub, const std::string& method,
             const grpc::ByteBuffer& request,
             std::shared_ptr<Attempt> attempt) override {
    attempt->reader = stub.PrepareUnaryCall(&attempt->own_context, method,
                                            request, &log_.queue);
    log_.attempts.push_back(std::move(attempt));
  }
  void SetTimer(MonotonicTime at) override { log_.timer = at; }
  void ClearTimer() override { log_.timer = MonotonicTime::InfiniteFuture(); }
  void OnPhase(Phase phase) override { log_.phase = phase; }
  bool StartsOnAnyThread() const override { return starts_on_any_thread_; }

 private:
  Log& log_;
  const bool starts_on_any_thread_;
};

// Counts the events of the timer in place, and ignores the others.
class FakeUnaryOwner final : public UnaryOwner {
 public:
  explicit FakeUnaryOwner(Runtime& runtime) : runtime_(runtime) {}

  void OnAttemptDone(std::shared_ptr<Attempt> /*attempt*/) override {}
  void OnAttemptMetadata(std::shared_ptr<Attempt> /*attempt*/) override {}
  void OnTimer() override {}
  Runtime& runtime() const override { return runtime_; }
  void OnInPlaceTimer() override { ++in_place_timers; }
  void OnParentEnd() override {}
  void OnRetryStop() override {}
  void OnConnected() override {}

  int in_place_timers = 0;

 private:
  Runtime& runtime_;
};

}  // namespace baton::rpc

#endif  // BATON_TESTS_RPC_SUPPORT_FAKE_CALL_DRIVER_H_
