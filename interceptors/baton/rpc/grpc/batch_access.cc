// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/batch_access.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
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

using google::protobuf::MessageLite;
using grpc::internal::CallOpClientRecvStatus;
using grpc::internal::CallOpClientSendClose;
using grpc::internal::CallOpRecvInitialMetadata;
using grpc::internal::CallOpRecvMessage;
using grpc::internal::CallOpSendInitialMetadata;
using grpc::internal::CallOpSendMessage;
using grpc::internal::CallOpSet;
using grpc::internal::CallOpSetInterface;
using Batch = grpc::internal::InterceptorBatchMethodsImpl;
using ErasedMessage = grpc::internal::CallOpGenericRecvMessage;
using ProtobufMessage = CallOpRecvMessage<MessageLite>;
using BytesMessage = CallOpRecvMessage<grpc::ByteBuffer>;

// The sets of operations that receive a message, in gRPC's client APIs.
// Synchronous calls and callback functions. Generated stubs use MessageLite.
template <typename Message>
using WholeCall =
    CallOpSet<CallOpSendInitialMetadata, CallOpSendMessage,
              CallOpRecvInitialMetadata, CallOpRecvMessage<Message>,
              CallOpClientSendClose, CallOpClientRecvStatus>;
// Unary calls on a completion queue, without and with ReadInitialMetadata().
template <typename Message>
using QueuedCall =
    CallOpSet<CallOpSendInitialMetadata, CallOpSendMessage,
              CallOpClientSendClose, CallOpRecvInitialMetadata,
              CallOpRecvMessage<Message>, CallOpClientRecvStatus>;
template <typename Message>
using QueuedFinish =
    CallOpSet<CallOpRecvMessage<Message>, CallOpClientRecvStatus>;
// Streams, without and with callbacks.
template <typename Message>
using Read = CallOpSet<CallOpRecvInitialMetadata, CallOpRecvMessage<Message>>;
template <typename Message>
using CallbackRead = CallOpSet<CallOpRecvMessage<Message>>;
// Reactors of calls with one response.
using ReactorFinish = CallOpSet<ErasedMessage, CallOpClientRecvStatus>;
// Client-streaming calls, without callbacks.
using WriterFinish =
    CallOpSet<CallOpRecvInitialMetadata, ErasedMessage, CallOpClientRecvStatus>;

CallOpSetInterface* OpsOf(const Batch& batch);
bool* FailedFlagOf(const Batch& batch);

template <CallOpSetInterface* Batch::*kOps, bool* Batch::*kFailed>
struct BatchReader {
  friend CallOpSetInterface* OpsOf(const Batch& batch) { return batch.*kOps; }
  friend bool* FailedFlagOf(const Batch& batch) { return batch.*kFailed; }
};
template struct BatchReader<&Batch::ops_,
                            &Batch::hijacked_recv_message_failed_>;

// The distance from the failed flag of a receive operation to its buffer.
std::ptrdiff_t BufferOffsetIn(ProtobufMessage& op);
std::ptrdiff_t BufferOffsetIn(BytesMessage& op);
std::ptrdiff_t BufferOffsetIn(ErasedMessage& op);

template <typename Op, grpc::ByteBuffer Op::*kBuffer, bool Op::*kFailed>
struct OpReader {
  friend std::ptrdiff_t BufferOffsetIn(Op& op) {
    return reinterpret_cast<char*>(&(op.*kBuffer)) -
           reinterpret_cast<char*>(&(op.*kFailed));
  }
};
template struct OpReader<ProtobufMessage, &ProtobufMessage::recv_buf_,
                         &ProtobufMessage::hijacked_recv_message_failed_>;
template struct OpReader<BytesMessage, &BytesMessage::recv_buf_,
                         &BytesMessage::hijacked_recv_message_failed_>;
template struct OpReader<ErasedMessage, &ErasedMessage::recv_buf_,
                         &ErasedMessage::hijacked_recv_message_failed_>;

using Deserializer = std::unique_ptr<grpc::internal::DeserializeFunc>;
const Deserializer& DeserializerOf(const ErasedMessage& op);

template <Deserializer ErasedMessage::*kDeserializer>
struct ErasedReader {
  friend const Deserializer& DeserializerOf(const ErasedMessage& op) {
    return op.*kDeserializer;
  }
};
template struct ErasedReader<&ErasedMessage::deserialize_>;

// Returns the distance if it is the same in all receive operations. The type
// of an operation need not be known then.
std::optional<std::ptrdiff_t> FindBufferOffset() {
  ProtobufMessage protobuf;
  BytesMessage bytes;
  ErasedMessage erased;
  const std::ptrdiff_t offset = BufferOffsetIn(protobuf);
  if (BufferOffsetIn(bytes) != offset || BufferOffsetIn(erased) != offset) {
    return std::nullopt;
  }
  return offset;
}

const std::optional<std::ptrdiff_t>& BufferOffset() {
  static const std::optional<std::ptrdiff_t> offset = FindBufferOffset();
  return offset;
}

// Returns nullptr for a batch that is not from gRPC.
const Batch* ToBatch(InterceptorBatchMethods& batch) {
  return IsFromGrpc(batch) ? static_cast<const Batch*>(&batch) : nullptr;
}

CallOpSetInterface* OpsOf(InterceptorBatchMethods& batch) {
  const Batch* const known = ToBatch(batch);
  return known == nullptr ? nullptr : OpsOf(*known);
}

template <typename Message>
bool Receives(const std::type_info& ops) {
  const std::type_info* const known[] = {
      &typeid(WholeCall<Message>), &typeid(QueuedCall<Message>),
      &typeid(QueuedFinish<Message>), &typeid(Read<Message>),
      &typeid(CallbackRead<Message>)};
  return std::any_of(
      std::begin(known), std::end(known),
      [&ops](const std::type_info* type) { return ops == *type; });
}

const ErasedMessage* ErasedOf(CallOpSetInterface* ops) {
  if (ops == nullptr) return nullptr;
  if (typeid(*ops) == typeid(ReactorFinish)) {
    return static_cast<ReactorFinish*>(ops);
  }
  if (typeid(*ops) == typeid(WriterFinish)) {
    return static_cast<WriterFinish*>(ops);
  }
  return nullptr;
}

grpc::internal::Call* CallOf(const Batch& batch);

template <grpc::internal::Call* Batch::*kCall>
struct CallReader {
  friend grpc::internal::Call* CallOf(const Batch& batch) {
    return batch.*kCall;
  }
};
template struct CallReader<&Batch::call_>;

}  // namespace

bool IsFromGrpc(InterceptorBatchMethods& batch) {
  return typeid(batch) == typeid(Batch);
}

MessageType MessageTypeOf(InterceptorBatchMethods& batch) {
  CallOpSetInterface* const ops = OpsOf(batch);
  if (ops == nullptr) return MessageType::kUnknown;
  if (Receives<MessageLite>(typeid(*ops))) return MessageType::kProtobuf;
  if (Receives<grpc::ByteBuffer>(typeid(*ops))) return MessageType::kBytes;
  return ErasedOf(ops) == nullptr ? MessageType::kUnknown
                                  : MessageType::kErased;
}

bool* ReceivedNoteOf(InterceptorBatchMethods& batch) {
  CallOpSetInterface* const ops = OpsOf(batch);
  if (ops == nullptr) return nullptr;
  if (typeid(*ops) == typeid(WholeCall<MessageLite>)) {
    ProtobufMessage& op = *static_cast<WholeCall<MessageLite>*>(ops);
    return &op.got_message;
  }
  if (typeid(*ops) == typeid(WholeCall<grpc::ByteBuffer>)) {
    BytesMessage& op = *static_cast<WholeCall<grpc::ByteBuffer>*>(ops);
    return &op.got_message;
  }
  return nullptr;
}

bool DecodeErased(InterceptorBatchMethods& batch, grpc::ByteBuffer& bytes) {
  const ErasedMessage* const op = ErasedOf(OpsOf(batch));
  if (op == nullptr || DeserializerOf(*op) == nullptr) return false;
  const bool decoded = DeserializerOf(*op)->Deserialize(&bytes).ok();
  bytes.Release();  // The deserializer has taken them, as in gRPC's own calls.
  return decoded;
}

grpc::ByteBuffer* ReceiveBufferOf(InterceptorBatchMethods& batch) {
  const Batch* const known = ToBatch(batch);
  bool* const failed = known == nullptr ? nullptr : FailedFlagOf(*known);
  if (failed == nullptr || !BufferOffset().has_value()) return nullptr;
  return reinterpret_cast<grpc::ByteBuffer*>(reinterpret_cast<char*>(failed) +
                                             *BufferOffset());
}

bool CanGiveBytes() { return BufferOffset().has_value(); }

bool GiveBytes(InterceptorBatchMethods& batch, grpc::ByteBuffer& bytes) {
  grpc::ByteBuffer* const buffer = ReceiveBufferOf(batch);
  if (buffer != nullptr) buffer->Swap(&bytes);
  return buffer != nullptr;
}

grpc_completion_queue* QueueOf(InterceptorBatchMethods& batch) {
  if (!IsFromGrpc(batch)) return nullptr;
  grpc::internal::Call* const call = CallOf(static_cast<const Batch&>(batch));
  return call == nullptr || call->cq() == nullptr ? nullptr : call->cq()->cq();
}

}  // namespace baton::rpc
