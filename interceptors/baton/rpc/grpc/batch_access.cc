// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/batch_access.h"

#include <typeinfo>

#include "google/protobuf/message_lite.h"
#include "grpcpp/impl/call_op_set.h"
#if __has_include("grpcpp/impl/proto_utils.h")
#include "grpcpp/impl/interceptor_common.h"
#include "grpcpp/impl/proto_utils.h"
#else  // gRPC before 1.55
#include "grpcpp/impl/codegen/interceptor_common.h"
#include "grpcpp/impl/codegen/proto_utils.h"
#endif

namespace baton::rpc {
namespace {

using grpc::internal::CallOpSetInterface;
using Batch = grpc::internal::InterceptorBatchMethodsImpl;
using Response =
    grpc::internal::CallOpRecvMessage<google::protobuf::MessageLite>;
// The operations of grpc::internal::BlockingUnaryCall in generated stubs.
using SyncOps =
    grpc::internal::CallOpSet<grpc::internal::CallOpSendInitialMetadata,
                              grpc::internal::CallOpSendMessage,
                              grpc::internal::CallOpRecvInitialMetadata,
                              Response, grpc::internal::CallOpClientSendClose,
                              grpc::internal::CallOpClientRecvStatus>;

CallOpSetInterface* OpsOf(const Batch& batch);

template <CallOpSetInterface* Batch::*kOps>
struct Reader {
  friend CallOpSetInterface* OpsOf(const Batch& batch) { return batch.*kOps; }
};
template struct Reader<&Batch::ops_>;

grpc::internal::Call* CallOf(const Batch& batch);

template <grpc::internal::Call* Batch::*kCall>
struct CallReader {
  friend grpc::internal::Call* CallOf(const Batch& batch) {
    return batch.*kCall;
  }
};
template struct CallReader<&Batch::call_>;

}  // namespace

bool* ReceivedNoteOf(InterceptorBatchMethods& batch) {
  if (typeid(batch) != typeid(Batch)) return nullptr;
  CallOpSetInterface* const ops = OpsOf(static_cast<const Batch&>(batch));
  if (ops == nullptr || typeid(*ops) != typeid(SyncOps)) return nullptr;
  Response& response = *static_cast<SyncOps*>(ops);
  return &response.got_message;
}

const void* QueueOf(InterceptorBatchMethods& batch) {
  if (typeid(batch) != typeid(Batch)) return nullptr;
  grpc::internal::Call* const call = CallOf(static_cast<const Batch&>(batch));
  return call == nullptr || call->cq() == nullptr ? nullptr : call->cq()->cq();
}

}  // namespace baton::rpc
