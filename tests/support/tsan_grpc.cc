// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Tells ThreadSanitizer about an order that it cannot see. A thread's actions
// before it starts a gRPC operation happen before the actions of the thread
// that receives the tag. The installed gRPC is not instrumented, but much of
// its C++ API is inlined into instrumented programs. Without this file
// ThreadSanitizer reports each callback as a race with the thread that started
// its call.
//
// The same holds for interceptors. gRPC creates them before it gives a call to
// its context, and a thread that cancels the call finds them in the context.
// A mutex of the context, which is not instrumented, orders the two.
//
// The file wraps the functions of the gRPC core through which every tag passes,
// and two functions of the context. Linking it is enough. Other builds are not
// affected.

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)

#include <dlfcn.h>
#include <sanitizer/tsan_interface.h>

#include <memory>

#include "grpc/grpc.h"
#include "grpcpp/client_context.h"

namespace {

// Returns the original function behind a wrapper.
template <typename Function>
Function* Behind(Function* /*wrapper*/, const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

// Stands for all actions before a server starts to call its handlers.
char server_starts;

}  // namespace

extern "C" {

grpc_call_error grpc_call_start_batch(grpc_call* call, const grpc_op* ops,
                                      size_t count, void* tag, void* reserved) {
  static auto* const real =
      Behind(&grpc_call_start_batch, "grpc_call_start_batch");
  __tsan_release(tag);
  return real(call, ops, count, tag, reserved);
}

grpc_call_error grpc_server_request_call(grpc_server* server, grpc_call** call,
                                         grpc_call_details* details,
                                         grpc_metadata_array* metadata,
                                         grpc_completion_queue* call_queue,
                                         grpc_completion_queue* queue,
                                         void* tag) {
  static auto* const real =
      Behind(&grpc_server_request_call, "grpc_server_request_call");
  __tsan_release(tag);
  return real(server, call, details, metadata, call_queue, queue, tag);
}

void grpc_server_start(grpc_server* server) {
  static auto* const real = Behind(&grpc_server_start, "grpc_server_start");
  __tsan_release(&server_starts);
  real(server);
}

void grpc_channel_watch_connectivity_state(grpc_channel* channel,
                                           grpc_connectivity_state last,
                                           gpr_timespec deadline,
                                           grpc_completion_queue* queue,
                                           void* tag) {
  static auto* const real = Behind(&grpc_channel_watch_connectivity_state,
                                   "grpc_channel_watch_connectivity_state");
  __tsan_release(tag);
  real(channel, last, deadline, queue, tag);
}

grpc_event grpc_completion_queue_next(grpc_completion_queue* queue,
                                      gpr_timespec deadline, void* reserved) {
  static auto* const real =
      Behind(&grpc_completion_queue_next, "grpc_completion_queue_next");
  const grpc_event event = real(queue, deadline, reserved);
  __tsan_acquire(&server_starts);
  if (event.type == GRPC_OP_COMPLETE) __tsan_acquire(event.tag);
  return event;
}

grpc_event grpc_completion_queue_pluck(grpc_completion_queue* queue, void* tag,
                                       gpr_timespec deadline, void* reserved) {
  static auto* const real =
      Behind(&grpc_completion_queue_pluck, "grpc_completion_queue_pluck");
  const grpc_event event = real(queue, tag, deadline, reserved);
  __tsan_acquire(&server_starts);
  if (event.type == GRPC_OP_COMPLETE) __tsan_acquire(event.tag);
  return event;
}

}  // extern "C"

namespace grpc {

void ClientContext::set_call(grpc_call* call,
                             const std::shared_ptr<Channel>& channel) {
  using Real =
      void(ClientContext*, grpc_call*, const std::shared_ptr<Channel>&);
  static auto* const real = reinterpret_cast<Real*>(
      dlsym(RTLD_NEXT,
            "_ZN4grpc13ClientContext8set_callEP9grpc_callRKSt10shared_ptrINS_"
            "7ChannelEE"));
  __tsan_release(this);
  real(this, call, channel);
}

void ClientContext::TryCancel() {
  using Real = void(ClientContext*);
  static auto* const real = reinterpret_cast<Real*>(
      dlsym(RTLD_NEXT, "_ZN4grpc13ClientContext9TryCancelEv"));
  __tsan_acquire(this);
  real(this);
}

}  // namespace grpc

#endif
#endif
