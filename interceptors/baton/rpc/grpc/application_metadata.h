// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_APPLICATION_METADATA_H_
#define BATON_RPC_GRPC_APPLICATION_METADATA_H_

#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/call_observer.h"
#include "grpc/grpc.h"

// Changes that an interceptor can make to the application call, if Baton lets
// this call itself be sent.
namespace baton::rpc {

// A reference to the gRPC core call of the application call. It keeps the core
// call alive and may outlive the application context. Thread-safe.
class ApplicationCall {
 public:
  explicit ApplicationCall(grpc_call* call);
  ~ApplicationCall();
  ApplicationCall(const ApplicationCall&) = delete;
  ApplicationCall& operator=(const ApplicationCall&) = delete;

  grpc_call* get() const { return call_; }

  // Ends the call with this status, unless it has already ended.
  void EndWith(grpc_status_code code, const char* message);

 private:
  grpc_call* const call_;
};

// The metadata that the application call is about to send.
class ApplicationMetadata final : public AttemptMetadata {
 public:
  // `map` is the result of GetSendInitialMetadata(). It must outlive this
  // object.
  explicit ApplicationMetadata(std::multimap<std::string, std::string>& map)
      : map_(map) {}

  void Set(absl::string_view key, absl::string_view value) override;
  // Removes all values of `key`.
  void Remove(absl::string_view key);

  // Sends the time until the deadline to the server. Only for a call that was
  // created without a deadline: for other calls, gRPC core sends this time.
  void SetTimeout(absl::Duration remaining);

 private:
  std::multimap<std::string, std::string>& map_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_APPLICATION_METADATA_H_
