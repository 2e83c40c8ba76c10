// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_BATCH_ACCESS_H_
#define BATON_RPC_GRPC_BATCH_ACCESS_H_

#include "baton/rpc/grpc/interception.h"
#include "grpc/grpc.h"
#include "grpcpp/support/byte_buffer.h"

// Private members of a batch and of its operations. An explicit instantiation
// may name private members. This is legal C++, and was checked with gRPC 1.51.
// The members of the batch were also checked with 1.84. If a later version
// renames a member, batch_access.cc does not compile.
namespace baton::rpc {

// The type of the message object that a batch receives.
enum class MessageType {
  kUnknown,   // any other type, or a batch that is not from gRPC
  kProtobuf,  // google::protobuf::MessageLite
  kBytes,     // grpc::ByteBuffer
  kErased,    // known to the operation, see DecodeErased()
};

// Returns whether gRPC created the batch. A test may have its own class.
bool IsFromGrpc(InterceptorBatchMethods& batch);

// Returns the type as far as gRPC's type of the operations proves it. A
// GetRecvMessage() returns only a pointer to void. If a version of gRPC uses
// other operations, the type is kUnknown.
MessageType MessageTypeOf(InterceptorBatchMethods& batch);

// Returns gRPC's flag for "the response has arrived". gRPC reports an error for
// a synchronous unary call if the status is OK and the flag is false. Returns
// nullptr unless the batch has the operations of such a call, and its message
// is of the type kProtobuf or kBytes. Valid as long as the batch.
bool* ReceivedNoteOf(InterceptorBatchMethods& batch);

// Converts `bytes` to the message of a hijacked batch in its PRE_RECV stage.
// Its type must be kErased. Returns whether that succeeded.
bool DecodeErased(InterceptorBatchMethods& batch, grpc::ByteBuffer& bytes);

// Moves `bytes` into the receive operation of a hijacked batch in its PRE_RECV
// stage. When the batch completes, gRPC converts them to the application's
// message as if they had arrived on the application's own call. Works for any
// type. Returns false, and moves nothing, if the batch is not from gRPC or has
// no receive operation.
bool GiveBytes(InterceptorBatchMethods& batch, grpc::ByteBuffer& bytes);

// Returns the buffer of the receive operation of a batch that has not been sent
// yet, as far as it has one. Valid as long as the batch.
grpc::ByteBuffer* ReceiveBufferOf(InterceptorBatchMethods& batch);

// Returns whether ReceiveBufferOf() and GiveBytes() work with this gRPC.
bool CanGiveBytes();

// Returns the completion queue that delivers the end of the batch. Baton needs
// it to know which answers were delivered in which order. Returns nullptr for a
// batch of an unknown class.
grpc_completion_queue* QueueOf(InterceptorBatchMethods& batch);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_BATCH_ACCESS_H_
