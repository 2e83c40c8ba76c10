// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Replaces servers under load, and counts the failures of three loads: bare
// gRPC, and Baton with and without idempotent methods. All use channels with
// the same arguments. The test prints the counts.
//
// With bare gRPC a call without wait-for-ready fails as soon as there is no
// connection. With Baton it waits for a connection, up to the limit of its
// policy, and so outlasts a short restart. A non-idempotent call still fails if
// the server had received it. A call with wait-for-ready waits in gRPC until
// its deadline.

#include <cmath>
#include <iostream>
#include <memory>
#include <string>

#include "absl/time/time.h"
#include "baton/client.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/e2e/call_load.h"
#include "tests/support/calls/scripted_server.h"

namespace baton {
namespace {

constexpr int kThreads = 3;

grpc::ChannelArguments Arguments() {
  grpc::ChannelArguments arguments;
  // Otherwise the channels would share one connection.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  // The wait after a refused connection. The default of about a second would
  // only make these tests longer.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 100);
  return arguments;
}

std::shared_ptr<grpc::Channel> BareChannel(const std::string& address) {
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(),
                                   Arguments());
}

// All options have their defaults, except the idempotency of the methods.
std::shared_ptr<grpc::Channel> BatonChannel(const std::string& address,
                                            Idempotency idempotency) {
  ClientOptions options;
  options.policy.everything().idempotency = idempotency;
  return *CreateChannel(address, grpc::InsecureChannelCredentials(), options,
                        Arguments());
}

struct Loads {
  Loads(const std::string& address, bool wait_for_ready)
      : options{kThreads, wait_for_ready},
        bare(BareChannel(address), options),
        plain(BatonChannel(address, Idempotency::kUnknown), options),
        idempotent(BatonChannel(address, Idempotency::kIdempotent), options) {}

  // Waits until every load has made this number of further calls.
  void AwaitCalls(int calls) const {
    const int bare_calls = bare.Counts().calls;
    const int plain_calls = plain.Counts().calls;
    const int idempotent_calls = idempotent.Counts().calls;
    bare.AwaitCalls(bare_calls + calls);
    plain.AwaitCalls(plain_calls + calls);
    idempotent.AwaitCalls(idempotent_calls + calls);
  }

  void AwaitState(grpc_connectivity_state state) const {
    bare.AwaitState(state);
    plain.AwaitState(state);
    idempotent.AwaitState(state);
  }

  const CallLoad::Options options;
  CallLoad bare;
  CallLoad plain;
  CallLoad idempotent;
};

struct Results {
  CallCounts bare;
  CallCounts plain;
  CallCounts idempotent;
};

Results Finish(Loads& loads) {
  Results results{loads.bare.Finish(), loads.plain.Finish(),
                  loads.idempotent.Finish()};
  std::cout << "bare gRPC:             " << results.bare.Text()
            << "\nBaton, not idempotent: " << results.plain.Text()
            << "\nBaton, idempotent:     " << results.idempotent.Text()
            << std::endl;
  return results;
}

// Runs on connections that get a GOAWAY again and again, under all their calls.
Results RunOnShortConnections(int max_concurrent_streams) {
  ScriptedServer::Options options;
  options.max_connection_age = absl::Milliseconds(60);
  options.max_concurrent_streams = max_concurrent_streams;
  ScriptedServer server({}, options);
  Loads loads(server.address(), /*wait_for_ready=*/false);
  loads.AwaitCalls(2500);
  return Finish(loads);
}

constexpr int kRestarts = 5;

// Returns the acceptable number of failures if bare gRPC has failed that often
// and failures are random: three standard deviations of the difference.
int AsManyAs(const CallCounts& bare, const CallCounts& ours) {
  const double both = bare.failed() + ours.failed();
  return bare.failed() + static_cast<int>(3 * std::sqrt(both));
}

// A thread can lose the call that the server has when it stops. If that call
// ends before the connection, the thread can lose the next call, too. The same
// holds for bare gRPC.
constexpr int kMaxFailed = 2 * kRestarts * kThreads;

// Stops the server until every client has noticed, and starts it again.
Results RunOverRestarts(absl::Duration grace, bool wait_for_ready) {
  ScriptedServer server;
  Loads loads(server.address(), wait_for_ready);
  for (int i = 0; i < kRestarts; ++i) {
    loads.AwaitCalls(200);
    server.Stop(grace);
    loads.AwaitState(GRPC_CHANNEL_TRANSIENT_FAILURE);
    server.Start();
    loads.AwaitState(GRPC_CHANNEL_READY);
  }
  loads.AwaitCalls(200);
  return Finish(loads);
}

constexpr absl::Duration kTimeToEnd = absl::Seconds(5);

TEST(RollingRestartTest, ConnectionAgeCostsNoIdempotentCall) {
  const Results results = RunOnShortConnections(0);
  EXPECT_LE(results.plain.failed(), results.bare.failed());
  EXPECT_EQ(results.idempotent.failed(), 0);
}

TEST(RollingRestartTest, ConnectionAgeWithFewStreamsCostsNoIdempotentCall) {
  const Results results = RunOnShortConnections(2);
  EXPECT_LE(results.plain.failed(), results.bare.failed());
  EXPECT_EQ(results.idempotent.failed(), 0);
}

TEST(RollingRestartTest, OrderlyRestartCostsNoWaitForReadyCall) {
  const Results results = RunOverRestarts(kTimeToEnd, /*wait_for_ready=*/true);
  // Requests that the server had received but not started.
  EXPECT_LE(results.plain.failed(), AsManyAs(results.bare, results.plain));
  EXPECT_EQ(results.idempotent.failed(), 0);
}

TEST(RollingRestartTest, CrashCostsNoWaitForReadyCall) {
  const Results results =
      RunOverRestarts(absl::ZeroDuration(), /*wait_for_ready=*/true);
  // Only calls in flight when the server stopped.
  EXPECT_LE(results.plain.failed(), AsManyAs(results.bare, results.plain));
  EXPECT_EQ(results.idempotent.failed(), 0);
}

TEST(RollingRestartTest, OrderlyRestartCostsNoIdempotentCallByDefault) {
  const Results results = RunOverRestarts(kTimeToEnd, /*wait_for_ready=*/false);
  EXPECT_LE(results.plain.failed(), kMaxFailed);
  EXPECT_EQ(results.idempotent.failed(), 0);
}

TEST(RollingRestartTest, CrashCostsNoIdempotentCallByDefault) {
  const Results results =
      RunOverRestarts(absl::ZeroDuration(), /*wait_for_ready=*/false);
  EXPECT_LE(results.plain.failed(), kMaxFailed);
  EXPECT_EQ(results.idempotent.failed(), 0);
}

}  // namespace
}  // namespace baton
