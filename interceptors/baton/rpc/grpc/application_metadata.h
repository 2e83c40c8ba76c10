// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_APPLICATION_METADATA_H_
#define BATON_RPC_GRPC_APPLICATION_METADATA_H_

#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "baton/call_observer.h"
#include "baton/deadline.h"
#include "grpc/grpc.h"

// What an interceptor can do about the application's own call when that one
// goes out.
namespace baton::rpc {

// A reference to its core call, which may outlive its context.
class OuterCall {
 public:
  explicit OuterCall(grpc_call* call);
  ~OuterCall();
  OuterCall(const OuterCall&) = delete;
  OuterCall& operator=(const OuterCall&) = delete;

  // The call ends with this status, unless it has ended already.
  void EndWith(grpc_status_code code, const char* message);

 private:
  grpc_call* const call_;
};

// The metadata that it is about to send.
class OuterMetadata final : public AttemptMetadata {
 public:
  // `map` is what GetSendInitialMetadata() says. It must outlive this.
  explicit OuterMetadata(std::multimap<std::string, std::string>& map)
      : map_(map) {}

  void Set(absl::string_view key, absl::string_view value) override;

  // Tells the server of the deadline of a call that was created without one;
  // where there is one, core writes it itself.
  void SetTimeout(Deadline deadline);

 private:
  std::multimap<std::string, std::string>& map_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_APPLICATION_METADATA_H_
