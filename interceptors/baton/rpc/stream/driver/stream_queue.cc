// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/driver/stream_queue.h"

#include <memory>

#include "baton/deadline.h"
#include "baton/rpc/grpc/convert.h"
#include "grpc/grpc.h"

namespace baton::rpc {
namespace {

// Comes out of the queue as it went in.
class WakeTag final : public grpc::internal::CompletionQueueTag {
 public:
  bool FinalizeResult(void** /*tag*/, bool* /*status*/) override {
    return true;
  }
};

// Comes out as the operation it is for.
class EchoTag final : public grpc::internal::CompletionQueueTag {
 public:
  explicit EchoTag(StreamOperation* operation) : operation_(operation) {}
  bool FinalizeResult(void** tag, bool* /*status*/) override {
    *tag = operation_;
    delete this;
    return true;
  }

 private:
  StreamOperation* const operation_;
};

grpc::internal::CompletionQueueTag* Waker() {
  static auto* const tag = new WakeTag();
  return tag;
}

}  // namespace

StreamQueue::~StreamQueue() {
  Shutdown();
  while (HandleNext()) {
  }
}

void StreamQueue::Shutdown() {
  if (shut_down_) return;
  shut_down_ = true;
  queue_.Shutdown();
}

bool StreamQueue::HandleNext() {
  void* tag = nullptr;
  bool ok = false;
  if (!queue_.Next(&tag, &ok)) return false;
  Tell(tag, ok);
  return true;
}

void* StreamQueue::Add(StreamOperation* operation) {
  operations_.fetch_add(1);
  return operation;
}

StreamQueue::Handled StreamQueue::HandleOne(MonotonicTime until) {
  void* tag = nullptr;
  bool ok = false;
  if (queue_.AsyncNext(&tag, &ok, ToGrpcDeadline(Deadline::At(until))) !=
      grpc::CompletionQueue::GOT_EVENT) {
    return Handled::kNothing;
  }
  return Tell(tag, ok);
}

StreamQueue::Handled StreamQueue::Tell(void* tag, bool ok) {
  operations_.fetch_sub(1);
  if (tag == Waker()) return Handled::kWake;
  static_cast<StreamOperation*>(tag)->OnEnd(ok);
  return Handled::kOperation;
}

bool StreamQueue::Echo(StreamOperation* operation, grpc_call* call) {
  auto echo = std::make_unique<EchoTag>(operation);
  operations_.fetch_add(1);
  // A batch of nothing ends at once.
  if (grpc_call_start_batch(call, nullptr, 0, echo.get(), nullptr) !=
      GRPC_CALL_OK) {
    operations_.fetch_sub(1);
    return false;
  }
  static_cast<void>(echo.release());
  return true;
}

void StreamQueue::Wake(grpc_call* call) {
  operations_.fetch_add(1);
  // A batch of nothing ends at once.
  if (grpc_call_start_batch(call, nullptr, 0, Waker(), nullptr) !=
      GRPC_CALL_OK) {
    operations_.fetch_sub(1);
  }
}

}  // namespace baton::rpc
