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

// The form of a call: any form of a unary call, or any kind of stream.
struct CallShape {
  std::optional<UnaryForm> unary;
  // Used if `unary` is not set:
  StreamApi api = StreamApi::kSync;
  StreamKind kind = StreamKind::kBidi;
};

const std::vector<CallShape>& AllCallShapes();
// Returns the shapes that can be hedged.
const std::vector<CallShape>& HedgedCallShapes();
std::string Name(const CallShape& shape);
std::string NameOfShape(const ::testing::TestParamInfo<CallShape>& info);

// A primary server, two fallbacks, and one call at a time of a read-only
// method. The policy sends the second attempt to the first fallback, and later
// attempts to the second. Tests may change all of this before the first call.
class FallbackRig {
 public:
  explicit FallbackRig(const CallShape& shape);
  ~FallbackRig();

  MethodPolicy& policy() { return options.policy.everything(); }
  // The channel of the calls, created by the first call.
  const std::shared_ptr<grpc::Channel>& channel();

  // Begin a call, and wait for its end.
  void Begin(absl::Duration timeout = kPatience);
  grpc::Status Wait();
  grpc::Status Call(absl::Duration timeout = kPatience) {
    Begin(timeout);
    return Wait();
  }
  // Releases the channel and the fallbacks. Calls continue.
  void DropChannels();

  // Return data of the latest call.
  grpc::ClientContext& context() { return *context_; }
  // Returns the payload of the response, or "" if there is none.
  const std::string& payload() const { return payload_; }
  CallReport Report() const;
  // Returns the fallback index of each attempt. 0 is the primary channel.
  std::vector<int> ChannelIndexes() const;

  ScriptedServer primary;
  ScriptedServer first;
  ScriptedServer second;
  ClientOptions options;
  // Applied to each call.
  std::optional<CallOverrides> overrides;
  std::optional<bool> wait_for_ready;

 private:
  void Run();

  const CallShape shape_;
  std::shared_ptr<grpc::Channel> channel_;
  std::shared_ptr<grpc::ClientContext> context_;
  std::thread thread_;
  // Only the thread of the call may use it until the call ends.
  grpc::Status status_;
  std::string payload_;
};

// Returns arguments of a channel that reconnects quickly.
grpc::ChannelArguments Eager();

}  // namespace baton

#endif  // BATON_TESTS_RPC_SUPPORT_FALLBACK_RIG_H_
