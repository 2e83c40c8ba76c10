// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_UNARY_ANSWER_H_
#define BATON_RPC_GRPC_UNARY_ANSWER_H_

#include <string>

#include "baton/rpc/grpc/service_access.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/status.h"

// Answers of unary requests whose handler does not run. An interceptor of a
// server cannot answer a request. Baton therefore runs one of gRPC's own
// handlers for bytes instead of the handler of the application. Checked with
// gRPC 1.51.
namespace baton::rpc {

// The parameters of a handler.
using HandlerParameter = MethodHandler::HandlerParameter;

// Answers a request of a synchronous method. The request message must be
// destroyed already. `response` counts only if `status` is OK.
void AnswerSync(const HandlerParameter& parameter, const grpc::Status& status,
                const grpc::ByteBuffer& response);

// Answers a request of a callback method. Also releases the messages of the
// method.
void AnswerCallback(const HandlerParameter& parameter,
                    const grpc::Status& status,
                    const grpc::ByteBuffer& response);

// Returns the bytes of a buffer.
std::string BytesOf(grpc::ByteBuffer& buffer);
// Returns a buffer with these bytes.
grpc::ByteBuffer BufferOf(const std::string& bytes);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_UNARY_ANSWER_H_
