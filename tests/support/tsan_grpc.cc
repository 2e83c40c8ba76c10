// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The installed gRPC is not instrumented: ThreadSanitizer does not see that
// what comes out of a completion queue was put into a call before, and takes
// every hand-over from one thread to another for a race. This comes before
// gRPC's own functions and tells it, and nothing more. Empty in other builds.

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)

#include <dlfcn.h>

#include "grpc/grpc.h"

extern "C" void __tsan_acquire(void* address);
extern "C" void __tsan_release(void* address);

namespace {

template <typename Function>
Function* Real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

grpc_event TakenOver(const grpc_event& event) {
  if (event.type == GRPC_OP_COMPLETE) __tsan_acquire(event.tag);
  return event;
}

}  // namespace

extern "C" grpc_call_error grpc_call_start_batch(grpc_call* call,
                                                 const grpc_op* ops,
                                                 size_t nops, void* tag,
                                                 void* reserved) {
  static auto* const real =
      Real<decltype(grpc_call_start_batch)>("grpc_call_start_batch");
  __tsan_release(tag);
  return real(call, ops, nops, tag, reserved);
}

extern "C" grpc_event grpc_completion_queue_next(grpc_completion_queue* queue,
                                                 gpr_timespec deadline,
                                                 void* reserved) {
  static auto* const real =
      Real<decltype(grpc_completion_queue_next)>("grpc_completion_queue_next");
  return TakenOver(real(queue, deadline, reserved));
}

extern "C" grpc_event grpc_completion_queue_pluck(grpc_completion_queue* queue,
                                                  void* tag,
                                                  gpr_timespec deadline,
                                                  void* reserved) {
  static auto* const real = Real<decltype(grpc_completion_queue_pluck)>(
      "grpc_completion_queue_pluck");
  return TakenOver(real(queue, tag, deadline, reserved));
}

#endif
#endif
