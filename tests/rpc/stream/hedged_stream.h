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

// The APIs whose server streams can be hedged.
const std::vector<StreamApi>& HedgedApis();

// Hedges all methods, limited only by the arguments.
void HedgeAfter(absl::Duration delay, int copies, ClientOptions& options);
// Hedges after 5 ms, up to 2 attempts.
void HedgeSoon(ClientOptions& options);
// Hedges in the same way, without retries.
void HedgeOnly(ClientOptions& options);

// Responds when it is released.
ScriptStep Stuck();
ScriptStep Unavailable();

// A hedged stream with a short delay by default, which runs on its own thread.
class HedgedStream : public ::testing::Test {
 protected:
  HedgedStream() { HedgeSoon(options_); }
  ~HedgedStream() override;

  // Creates a channel from options_ at the first call.
  std::shared_ptr<grpc::Channel> Channel();
  // Creates a new channel at the next call.
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
  // Returns the hedges that the server has received.
  int Hedges() const;

  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
  CallOverrides overrides_;                       // of the next calls
  std::shared_ptr<grpc::ClientContext> context_;  // of the latest call

 private:
  std::shared_ptr<grpc::Channel> channel_;
  std::thread thread_;
  StreamResult result_;
};

}  // namespace baton

#endif  // BATON_TESTS_RPC_STREAM_HEDGED_STREAM_H_
