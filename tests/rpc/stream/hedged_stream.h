// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_STREAM_HEDGED_STREAM_H_
#define BATON_TESTS_RPC_STREAM_HEDGED_STREAM_H_

#include <memory>
#include <thread>
#include <vector>

#include "absl/time/time.h"
#include "baton/client.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/stream_kind.h"
#include "tests/support/patience.h"

namespace baton {

// Those whose streams from the server may be hedged.
const std::vector<StreamApi>& HedgedApis();

// Has calls of everything hedged, at no limit but this.
void HedgeAfter(absl::Duration delay, int copies, ClientOptions& options);
// After 5 ms, up to 2 copies.
void HedgeSoon(ClientOptions& options);
// The same, and nothing is tried again.
void HedgeOnly(ClientOptions& options);

// Answers when it is released.
ScriptStep Stuck();
ScriptStep Unavailable();

// A stream that is hedged soon, unless the test says otherwise, and runs on a
// thread of its own.
class HedgedStream : public ::testing::Test {
 protected:
  HedgedStream() { HedgeSoon(options_); }
  ~HedgedStream() override;

  // Made at the first call, of options_.
  std::shared_ptr<grpc::Channel> ChannelFor(StreamApi api);
  // And again at the next.
  void ForgetChannel() { channel_ = nullptr; }

  void Begin(StreamApi api, absl::Duration timeout = kPatience,
             StreamKind kind = StreamKind::kServer);
  StreamResult Wait();
  StreamResult Call(StreamApi api, absl::Duration timeout = kPatience,
                    StreamKind kind = StreamKind::kServer) {
    Begin(api, timeout, kind);
    return Wait();
  }

  CallReport Report();
  // That the server has seen.
  int Hedges() const;

  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
  CallOverrides overrides_;                       // of calls to come
  std::shared_ptr<grpc::ClientContext> context_;  // of the latest call

 private:
  std::shared_ptr<grpc::Channel> channel_;
  std::thread thread_;
  StreamResult result_;
};

}  // namespace baton

#endif  // BATON_TESTS_RPC_STREAM_HEDGED_STREAM_H_
