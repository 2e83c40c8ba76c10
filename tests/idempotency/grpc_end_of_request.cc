// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Suppresses false races that ThreadSanitizer reports at the end of a callback
// request on a connection that was cut. Checked with gRPC 1.51.
//
// gRPC could not read the message of such a request, and answers it with
// grpc::internal::FinishOnlyReactor. The reactor is not inlineable. Therefore
// grpc::internal::ServerCallbackCall::ScheduleOnDone() hands the end of the
// request to a thread of grpc_core::Executor. An absl::Mutex in gRPC's library
// orders the two threads. ThreadSanitizer cannot see it, because the installed
// libraries are not instrumented.
//
// All reports have the thread "default-executor" on one side, below one of the
// two functions that the patterns name. On the other side is the thread that
// started the request.

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
// NOLINTNEXTLINE(bugprone-reserved-identifier): ThreadSanitizer calls it.
extern "C" const char* __tsan_default_suppressions();
// NOLINTNEXTLINE(bugprone-reserved-identifier): ThreadSanitizer calls it.
extern "C" const char* __tsan_default_suppressions() {
  return "race:ServerCallbackUnaryImpl::CallOnDone\n"
         "race:grpc::ServerContextBase::~ServerContextBase\n";
}
#endif
#endif
