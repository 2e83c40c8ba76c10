// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_SUPPORT_FALLBACK_RIG_H_
#define BATON_TESTS_RPC_SUPPORT_FALLBACK_RIG_H_

#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/time.h"
#include "baton/client.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/stream_kind.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/patience.h"

namespace baton {

// How a call is made: any form of a unary one, any kind of stream.
struct CallShape {
  std::optional<UnaryForm> unary;
  // Else:
  StreamApi api = StreamApi::kSync;
  StreamKind kind = StreamKind::kBidi;
};

const std::vector<CallShape>& AllCallShapes();
// Those that can be hedged.
const std::vector<CallShape>& HedgedCallShapes();
std::string Name(const CallShape& shape);
std::string NameOfShape(const ::testing::TestParamInfo<CallShape>& info);

// A server that is home, two that are fallbacks, and one call at a time of a
// read-only method: by the policy its second attempt goes to the first of them,
// and all later ones to the second. All of it may be changed before the first
// call.
class FallbackRig {
 public:
  explicit FallbackRig(const CallShape& shape);
  ~FallbackRig();

  MethodPolicy& policy() { return options.policy.everything(); }
  // The channel of calls, made for the first of them.
  const std::shared_ptr<grpc::Channel>& channel();

  // Begins a call, and waits for its end.
  void Begin(absl::Duration timeout = kPatience);
  grpc::Status Wait();
  grpc::Status Call(absl::Duration timeout = kPatience) {
    Begin(timeout);
    return Wait();
  }
  // Lets go of the channel, and of the fallbacks. Calls go on.
  void DropChannels();

  // Of the latest call.
  grpc::ClientContext& context() { return *context_; }
  // What came of it; "" if nothing did.
  const std::string& payload() const { return payload_; }
  CallReport Report() const;
  // Which fallback each attempt went to; 0: none.
  std::vector<int> Places() const;

  ScriptedServer home;
  ScriptedServer first;
  ScriptedServer second;
  ClientOptions options;
  // Set on each call.
  std::optional<CallOverrides> overrides;
  std::optional<bool> wait_for_ready;

 private:
  void Run();

  const CallShape shape_;
  std::shared_ptr<grpc::Channel> channel_;
  std::shared_ptr<grpc::ClientContext> context_;
  std::thread thread_;
  // The thread's until it has ended.
  grpc::Status status_;
  std::string payload_;
};

// Arguments of a channel that reconnects soon.
grpc::ChannelArguments Eager();

}  // namespace baton

#endif  // BATON_TESTS_RPC_SUPPORT_FALLBACK_RIG_H_
