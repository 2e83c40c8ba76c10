// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/in_place/in_place_batch.h"

#include <cstddef>
#include <cstdint>

#include "baton/rpc/grpc/batch_access.h"
#include "grpcpp/impl/call_op_set.h"
#include "grpcpp/support/byte_buffer.h"
#if __has_include("grpcpp/impl/proto_utils.h")
#include "grpcpp/impl/interceptor_common.h"
#else  // gRPC before 1.55
#include "grpcpp/impl/codegen/interceptor_common.h"
#endif

namespace baton::rpc {
namespace {

using grpc::internal::CallOpClientRecvStatus;
using grpc::internal::CallOpClientSendClose;
using grpc::internal::CallOpRecvInitialMetadata;
using grpc::internal::CallOpRecvMessage;
using grpc::internal::CallOpSendInitialMetadata;
using grpc::internal::CallOpSendMessage;
using grpc::internal::CallOpSet;
using grpc::internal::CallOpSetInterface;
using Batch = grpc::internal::InterceptorBatchMethodsImpl;

using Smallest = CallOpSet<CallOpClientSendClose>;
using Read =
    CallOpSet<CallOpRecvInitialMetadata, CallOpRecvMessage<grpc::ByteBuffer>>;
using Write = CallOpSet<CallOpSendInitialMetadata, CallOpSendMessage,
                        CallOpClientSendClose>;
using Finish = CallOpSet<CallOpRecvInitialMetadata, CallOpClientRecvStatus>;

CallOpSetInterface* OperationsOf(const Batch& batch);
bool* SendFailureOf(const Batch& batch);

template <CallOpSetInterface* Batch::*kOps, bool* Batch::*kFailure>
struct WatchedBatch {
  friend CallOpSetInterface* OperationsOf(const Batch& batch) {
    return batch.*kOps;
  }
  friend bool* SendFailureOf(const Batch& batch) { return batch.*kFailure; }
};
template struct WatchedBatch<&Batch::ops_, &Batch::fail_send_message_>;

// The distance from the batch of a set of operations to its result.
std::ptrdiff_t ResultOffsetIn(const Smallest& ops);
std::ptrdiff_t ResultOffsetIn(const Read& ops);
std::ptrdiff_t ResultOffsetIn(const Write& ops);
std::ptrdiff_t ResultOffsetIn(const Finish& ops);

template <typename Ops, Batch Ops::*kBatch, bool Ops::*kResult>
struct WatchedSet {
  friend std::ptrdiff_t ResultOffsetIn(const Ops& ops) {
    return reinterpret_cast<const char*>(&(ops.*kResult)) -
           reinterpret_cast<const char*>(&(ops.*kBatch));
  }
};
template struct WatchedSet<Smallest, &Smallest::interceptor_methods_,
                           &Smallest::saved_status_>;
template struct WatchedSet<Read, &Read::interceptor_methods_,
                           &Read::saved_status_>;
template struct WatchedSet<Write, &Write::interceptor_methods_,
                           &Write::saved_status_>;
template struct WatchedSet<Finish, &Finish::interceptor_methods_,
                           &Finish::saved_status_>;

// Returns 0 if the distance depends on the operations of a batch.
std::ptrdiff_t FindResultOffset() {
  const std::ptrdiff_t offset = ResultOffsetIn(Smallest());
  const bool same = ResultOffsetIn(Read()) == offset &&
                    ResultOffsetIn(Write()) == offset &&
                    ResultOffsetIn(Finish()) == offset;
  return same ? offset : 0;
}

std::ptrdiff_t ResultOffset() {
  static const std::ptrdiff_t offset = FindResultOffset();
  return offset;
}

CallOpSetInterface* OperationsOf(InterceptorBatchMethods& batch) {
  return OperationsOf(static_cast<const Batch&>(batch));
}

template <typename Operation>
bool HasOperation(InterceptorBatchMethods& batch) {
  return dynamic_cast<Operation*>(OperationsOf(batch)) != nullptr;
}

// Names a protected member.
class SendMetadataFlags final : public CallOpSendInitialMetadata {
 public:
  static uint32_t& Of(CallOpSendInitialMetadata& operation) {
    return operation.*(&SendMetadataFlags::flags_);
  }
};

}  // namespace

bool CanWatch(InterceptorBatchMethods& first) {
  return IsFromGrpc(first) && CanGiveBytes() && ResultOffset() != 0;
}

bool IsFromCallbackApi(InterceptorBatchMethods& first) {
  return HasOperation<CallOpSendInitialMetadata>(first) &&
         HasOperation<CallOpRecvInitialMetadata>(first);
}

bool HasMetadataOperation(InterceptorBatchMethods& batch) {
  return HasOperation<CallOpRecvInitialMetadata>(batch);
}

bool HasFailed(InterceptorBatchMethods& batch) {
  const auto* const start =
      reinterpret_cast<const char*>(static_cast<const Batch*>(&batch));
  return !*reinterpret_cast<const bool*>(start + ResultOffset());
}

void HijackOnly(InterceptorBatchMethods& batch) {
  if (batch.QueryInterceptionHookPoint(Hook::PRE_SEND_MESSAGE)) {
    // The flag remains from an earlier message that the operation has sent.
    *SendFailureOf(static_cast<const Batch&>(batch)) = false;
  }
  OperationsOf(batch)->SetHijackingState();
}

void SetWaitForReady(InterceptorBatchMethods& batch) {
  auto* const metadata =
      dynamic_cast<CallOpSendInitialMetadata*>(OperationsOf(batch));
  if (metadata == nullptr) return;
  SendMetadataFlags::Of(*metadata) |= GRPC_INITIAL_METADATA_WAIT_FOR_READY;
}

void CompleteAgain(InterceptorBatchMethods& batch, bool ok) {
  void* tag = nullptr;
  // The interceptors let gRPC complete the batch, now or later.
  OperationsOf(batch)->FinalizeResult(&tag, &ok);
}

}  // namespace baton::rpc
