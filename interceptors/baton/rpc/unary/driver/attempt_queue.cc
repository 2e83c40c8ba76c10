// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/unary/driver/attempt_queue.h"

#include <cstdint>
#include <utility>

#include "baton/rpc/grpc/convert.h"

namespace baton::rpc {
namespace {

// The tag of an operation is the address of the attempt, plus one for the
// operation that receives the initial metadata.
void* MetadataTag(Attempt& attempt) {
  return reinterpret_cast<char*>(&attempt) + 1;
}

bool IsMetadataTag(void* tag) {
  return reinterpret_cast<std::uintptr_t>(tag) % 2 != 0;
}

void TellMetadata(void* tag, bool ok) {
  auto* const started = reinterpret_cast<Attempt*>(static_cast<char*>(tag) - 1);
  std::shared_ptr<Attempt> attempt = std::move(started->self_for_metadata);
  // Null after the end of the attempt.
  const std::shared_ptr<AttemptOwner> owner = attempt->owner;
  if (ok && owner != nullptr) owner->OnAttemptMetadata(std::move(attempt));
}

void TellOwner(void* tag, bool ok) {
  if (IsMetadataTag(tag)) return TellMetadata(tag, ok);
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
  if (started.reads_metadata) {
    started.self_for_metadata = started.self;
    started.reader->ReadInitialMetadata(MetadataTag(started));
  }
  started.reader->Finish(&started.response, &started.status, &started);
}

bool AttemptQueue::HandleOne(MonotonicTime until) {
  void* tag = nullptr;
  bool ok = false;
  if (queue_.AsyncNext(&tag, &ok, ToGrpcDeadline(Deadline::At(until))) !=
      grpc::CompletionQueue::GOT_EVENT) {
    return false;
  }
  TellOwner(tag, ok);
  return true;
}

bool AttemptQueue::HandleNext() {
  void* tag = nullptr;
  bool ok = false;
  if (!queue_.Next(&tag, &ok)) return false;
  TellOwner(tag, ok);
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
        TellOwner(tag, ok);
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
