// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_REQUEST_SCOPE_H_
#define BATON_REQUEST_SCOPE_H_

#include <memory>
#include <optional>

#include "absl/time/time.h"
#include "baton/retry_advice.h"
#include "grpcpp/client_context.h"
#include "grpcpp/server_context.h"

namespace baton {

namespace rpc {
class CurrentRequestScope;
class RequestRecord;
}  // namespace rpc

// A request that this process serves, in the hands of its handler: what ties
// outgoing calls to it where they do not find it by themselves.
//
//   const auto scope = RequestScope::From(context);
//   const auto outgoing = scope.NewClientContext();
//   stub->async()->Get(outgoing.get(), ...);
//
// Calls made from a synchronous handler's thread, and with contexts derived
// from the server's, need none. May be kept for longer than the request; what
// is done with it then has no effect. A value; thread-safe as an object is
// that is only read.
class RequestScope {
 public:
  // The request of a server's context, from the start of its handler to its
  // end; the empty scope if its server is without Baton.
  static RequestScope From(grpc::ServerContextBase* context);
  // The request that this thread works for; the empty scope if for none.
  static RequestScope Current();

  // The scope of no request.
  RequestScope() = default;

  bool empty() const { return record_ == nullptr; }

  // A context for a call that is made for the request, and cancelled with it.
  std::unique_ptr<grpc::ClientContext> NewClientContext() const;
  // Ties the call of `context`, which must not have begun, to the request. It
  // gets the request's budget and deadline, but is not cancelled with it while
  // it runs.
  void Attach(grpc::ClientContext* context) const;

  // If the request fails: nobody is to send it again.
  void DoNotRetry(RetryAdvice::Why why = RetryAdvice::Why::kApp) const;
  // If the request fails: it was not processed, and may be sent again after
  // `delay`. With `fill_retry_info`, also said in google.rpc.RetryInfo.
  void RetryAfter(absl::Duration delay, bool fill_retry_info = false) const;

  // Was the request refused for want of time? To be asked first thing by what
  // no handler of gRPC's runs (completion queues, generic services), which then
  // answers an error at once; elsewhere refused requests do not come so far.
  bool refused() const;

  // What is left until the request's deadline: infinite if it has none.
  absl::Duration Remaining() const;
  // How many extra attempts the request may cause; nullopt at the edge, where
  // each call's policy says so.
  std::optional<int> grant() const;
  // How many hops it has come.
  int hop() const;

 private:
  friend class ScopedAttach;
  explicit RequestScope(std::shared_ptr<rpc::RequestRecord> record);

  std::shared_ptr<rpc::RequestRecord> record_;
};

// Makes the request the one that this thread works for, for the length of its
// life: for threads of the application's own.
class ScopedAttach {
 public:
  explicit ScopedAttach(const RequestScope& scope);
  ~ScopedAttach();
  ScopedAttach(const ScopedAttach&) = delete;
  ScopedAttach& operator=(const ScopedAttach&) = delete;

 private:
  const std::unique_ptr<rpc::CurrentRequestScope> scope_;
};

}  // namespace baton

#endif  // BATON_REQUEST_SCOPE_H_
