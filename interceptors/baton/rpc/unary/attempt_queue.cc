// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/attempt_queue.h"

#include <utility>

#include "baton/rpc/grpc/convert.h"

namespace baton::rpc {
namespace {

void TellOwner(void* tag) {
  auto* const ended = static_cast<Attempt*>(tag);
  // Both are taken out of the attempt, or it would keep itself and its call
  // alive for ever.
  std::shared_ptr<Attempt> attempt = std::move(ended->self);
  const std::shared_ptr<AttemptOwner> owner = std::move(attempt->owner);
  owner->OnAttemptDone(std::move(attempt));
}

}  // namespace

AttemptQueue::~AttemptQueue() {
  Shutdown();
  while (HandleNext()) {
  }
}

void AttemptQueue::Start(RawStub& stub, const std::string& method,
                         const grpc::ByteBuffer& request,
                         std::shared_ptr<Attempt> attempt) {
  Attempt& started = *attempt;
  started.self = std::move(attempt);
  started.reader =
      stub.PrepareUnaryCall(&started.context, method, request, &queue_);
  started.reader->StartCall();
  started.reader->Finish(&started.response, &started.status, &started);
}

bool AttemptQueue::HandleOne(MonotonicTime until) {
  void* tag = nullptr;
  bool ok = false;
  if (queue_.AsyncNext(&tag, &ok, ToGrpcDeadline(Deadline::At(until))) !=
      grpc::CompletionQueue::GOT_EVENT) {
    return false;
  }
  TellOwner(tag);
  return true;
}

bool AttemptQueue::HandleNext() {
  void* tag = nullptr;
  bool ok = false;
  if (!queue_.Next(&tag, &ok)) return false;
  TellOwner(tag);
  return true;
}

bool AttemptQueue::Drain(MonotonicTime until) {
  Shutdown();
  const gpr_timespec deadline = ToGrpcDeadline(Deadline::At(until));
  void* tag = nullptr;
  bool ok = false;
  for (;;) {
    switch (queue_.AsyncNext(&tag, &ok, deadline)) {
      case grpc::CompletionQueue::GOT_EVENT:
        TellOwner(tag);
        break;
      case grpc::CompletionQueue::SHUTDOWN:
        return true;
      case grpc::CompletionQueue::TIMEOUT:
        return false;
    }
  }
}

void AttemptQueue::Shutdown() {
  if (shut_down_) return;
  shut_down_ = true;
  queue_.Shutdown();
}

}  // namespace baton::rpc
