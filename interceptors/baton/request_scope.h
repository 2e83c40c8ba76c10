// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_REQUEST_SCOPE_H_
#define BATON_REQUEST_SCOPE_H_

#include "baton/base/export.h"

#include <memory>
#include <optional>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/retry_advice.h"
#include "google/protobuf/message_lite.h"
#include "grpcpp/client_context.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/async_unary_call.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {
class CurrentRequestScope;
class RequestRecord;
}  // namespace baton::rpc

namespace BATON_EXPORT baton {

// A handle to a request that this process serves. Use it for outgoing calls
// that do not find their request automatically:
//
//   const auto outgoing = RequestScope::From(context).NewClientContext();
//   stub->async()->Get(outgoing.get(), ...);
//
// Two kinds of calls find their request automatically. The first kind is a call
// from the thread of a synchronous handler. The second kind is a call with a
// context that was derived from the server context. A scope may outlive its
// request, but then has no effect. A value type. Const functions are
// thread-safe.
class RequestScope {
 public:
  // Returns the request of a server context, between the start and the end of
  // its handler. Returns an empty scope if the server does not use Baton.
  static RequestScope From(grpc::ServerContextBase* context);
  // Returns the current request of this thread, or an empty scope.
  static RequestScope Current();
  // Returns the scope of background work, which belongs to no request. Its
  // calls do not count as unlinked: see docs/server.md.
  static RequestScope Background();

  // Creates an empty scope, which belongs to no request.
  RequestScope() = default;

  // Returns whether the scope belongs to no request.
  bool empty() const { return record_ == nullptr; }

  // Returns a context for a call that belongs to the request. gRPC cancels the
  // call when the request ends.
  std::unique_ptr<grpc::ClientContext> NewClientContext() const;
  // Links the call of `context` to the request. The call must not have started.
  // The call then uses the grant and the deadline of the request. If the
  // request is cancelled while an attempt runs, the attempt continues. If the
  // call waits for its next attempt at that time, the wait ends.
  void Attach(grpc::ClientContext* context) const;

  // If the request fails, advises the client not to retry it. With the scope
  // kServer, a client may still try another server.
  void DoNotRetry(
      RetryAdvice::Reason reason = RetryAdvice::Reason::kApp,
      RetryAdvice::Scope scope = RetryAdvice::Scope::kRequest) const;
  // If the request fails, tells the client that it was not processed and may be
  // retried after `delay`. With `fill_retry_info`, the response also carries
  // google.rpc.RetryInfo.
  void RetryAfter(absl::Duration delay, bool fill_retry_info = false) const;

  // Returns the idempotency key of the request, or "" if it has no valid one.
  absl::string_view idempotency_key() const;
  // Answers a repeated request from a completion queue instead of its handler.
  // Returns whether it has answered: `tag` then arrives as after Finish(). Call
  // it for each request, before any work. Other handlers need no call.
  template <typename Response>
  bool AnswersRepeated(grpc::ServerContext* context,
                       const google::protobuf::MessageLite& request,
                       grpc::ServerAsyncResponseWriter<Response>* writer,
                       void* tag) const {
    Response response;
    const std::optional<grpc::Status> status =
        FindAnswer(context, request, &response);
    if (!status.has_value()) return false;
    writer->Finish(response, *status, tag);
    return true;
  }
  // Declares that the handler did nothing. If the request then fails, its key
  // is free for another request. RetryAfter() declares it, too.
  void NotExecuted() const;

  // Returns whether work for the request should start. False if the request is
  // rejected() or already cancelled. The handler should then return an error at
  // once, because gRPC discards the response to a cancelled request.
  //
  // Call it right before the work starts, such as on a worker thread after a
  // queue. gRPC cannot know of a cancellation on the thread that received the
  // request for a callback handler or from a completion queue. If it is called
  // on another thread, the response states that this server drops cancelled
  // work. Baton itself checks synchronous handlers before they start.
  bool ShouldStart() const;
  // Returns whether the request is rejected because too little time is left.
  // Servers with completion queues and generic services must check it first and
  // return an error at once. For all other servers Baton itself rejects such
  // requests. ShouldStart() includes this check.
  bool rejected() const;

  // Returns the time until the deadline of the request. Infinite without one.
  absl::Duration Remaining() const;
  // Returns the number of extra attempts that the request may cause. nullopt at
  // the edge, where the policy of each outgoing call decides.
  std::optional<int> grant() const;
  // Returns the number of hops between the edge and this server.
  int hop() const;

 private:
  friend class ScopedAttach;
  explicit RequestScope(std::shared_ptr<rpc::RequestRecord> record);
  // Returns nullopt if the handler must run.
  std::optional<grpc::Status> FindAnswer(
      grpc::ServerContext* context,
      const google::protobuf::MessageLite& request,
      google::protobuf::MessageLite* response) const;

  std::shared_ptr<rpc::RequestRecord> record_;
  bool is_background_ = false;
};

// Makes a request the current request of this thread, from its constructor to
// its destructor. For threads that the application has created. Lives on the
// stack, and not across a co_await: see MisuseCounts.
class ScopedAttach {
 public:
  // The destructor restores the previous request.
  explicit ScopedAttach(const RequestScope& scope);
  ~ScopedAttach();
  ScopedAttach(const ScopedAttach&) = delete;
  ScopedAttach& operator=(const ScopedAttach&) = delete;

 private:
  const std::unique_ptr<rpc::CurrentRequestScope> scope_;
};

}  // namespace baton

#endif  // BATON_REQUEST_SCOPE_H_
