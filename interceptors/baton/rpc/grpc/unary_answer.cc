// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/unary_answer.h"

#include <new>
#include <type_traits>
#include <vector>

#include "grpcpp/server_context.h"
#include "grpcpp/support/message_allocator.h"
#include "grpcpp/support/method_handler.h"
#include "grpcpp/support/server_callback.h"
#include "grpcpp/support/slice.h"
#if __has_include("grpcpp/impl/server_callback_handlers.h")
#include "grpcpp/impl/server_callback_handlers.h"
#else
#include "grpcpp/impl/codegen/server_callback_handlers.h"
#endif

namespace baton::rpc {
namespace {

using grpc::ByteBuffer;
using Holder = grpc::MessageHolder<ByteBuffer, ByteBuffer>;

// gRPC's callback handler passes the messages of a request as a MessageHolder
// of their types, and nothing else knows the types. The classes differ only in
// the types of two pointers. Baton uses only the virtual function Release(),
// which has the same place in all of them. Checks of the dynamic type at run
// time (UndefinedBehaviorSanitizer, control flow integrity) abort at such a
// call, so Release() of AnswerMessages is exempt from them.
#if defined(__clang__)
#define BATON_NO_TYPE_CHECK __attribute__((no_sanitize("vptr", "cfi-vcall")))
#else
#define BATON_NO_TYPE_CHECK __attribute__((no_sanitize("vptr")))
#endif
static_assert(sizeof(grpc::MessageHolder<int, int>) == sizeof(Holder));
static_assert(std::has_virtual_destructor_v<grpc::RpcAllocatorState>);
static_assert(std::is_base_of_v<grpc::RpcAllocatorState, Holder>);

// The messages of an answer in bytes. Releases the messages of the method
// together with its own. Owned by gRPC's handler until Release().
class AnswerMessages final : public Holder {
 public:
  explicit AnswerMessages(void* of_method) : of_method_(of_method) {
    set_request(&request_);
    set_response(&response_);
  }

  BATON_NO_TYPE_CHECK void Release() override {
    static_cast<Holder*>(of_method_)->Release();
    delete this;
  }

 private:
  void* const of_method_;
  ByteBuffer request_;
  ByteBuffer response_;
};

// The type of service that gRPC's handler wants.
struct NoService {};

}  // namespace

void AnswerSync(const HandlerParameter& parameter, const grpc::Status& status,
                const ByteBuffer& response) {
  grpc::internal::RpcMethodHandler<NoService, ByteBuffer, ByteBuffer> handler(
      [&](NoService*, grpc::ServerContext*, const ByteBuffer*,
          ByteBuffer* answer) {
        *answer = response;
        return status;
      },
      nullptr);
  // The handler destroys it.
  std::aligned_storage_t<sizeof(ByteBuffer), alignof(ByteBuffer)> memory;
  auto* const request = new (&memory) ByteBuffer;
  handler.RunHandler(HandlerParameter(parameter.call, parameter.server_context,
                                      request, grpc::Status::OK, nullptr,
                                      parameter.call_requester));
}

void AnswerCallback(const HandlerParameter& parameter,
                    const grpc::Status& status, const ByteBuffer& response) {
  // gRPC's handler uses its own object only until RunHandler() returns.
  grpc::internal::CallbackUnaryHandler<ByteBuffer, ByteBuffer> handler(
      [&](grpc::CallbackServerContext* context, const ByteBuffer*,
          ByteBuffer* answer) {
        *answer = response;
        grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
        reactor->Finish(status);
        return reactor;
      });
  Holder* const messages = new AnswerMessages(parameter.internal_data);
  handler.RunHandler(HandlerParameter(parameter.call, parameter.server_context,
                                      nullptr, grpc::Status::OK, messages,
                                      parameter.call_requester));
}

std::string BytesOf(ByteBuffer& buffer) {
  std::string bytes;
  std::vector<grpc::Slice> slices;
  if (!buffer.Valid() || !buffer.Dump(&slices).ok()) return bytes;
  bytes.reserve(buffer.Length());
  for (const grpc::Slice& slice : slices) {
    bytes.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  return bytes;
}

ByteBuffer BufferOf(const std::string& bytes) {
  const grpc::Slice slice(bytes);
  return ByteBuffer(&slice, 1);
}

}  // namespace baton::rpc
