// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CHAIN_LAYERS_H_
#define BATON_CHAIN_LAYERS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/chain/fault.h"
#include "baton/client.h"
#include "baton/policy/defaults.h"
#include "baton/server.h"
#include "grpcpp/support/channel_arguments.h"

namespace baton::chain {

// How a process of the chain treats the `retry-budget` header, which carries
// the grant.
enum class Participation {
  kBaton,  // uses CreateChannel() and InstallServer()
  kNone,   // plain gRPC: ignores the header
  // Copies the header unchanged from each request to the calls that belong to
  // this request. Otherwise plain gRPC.
  kCopiesHeader,
};

// The outgoing calls of a process.
struct Caller {
  // The options of every channel. Only for Participation::kBaton.
  ClientOptions options;
  // The arguments of every channel. With Participation::kNone, use them to
  // configure gRPC's own retries.
  grpc::ChannelArguments arguments;
  // The attempts of a simple loop around each call. If the call ends with
  // UNAVAILABLE, the loop makes it again at once. 1 to 10. 1: no loop.
  int loop_attempts = 1;
};

// A service of the chain.
struct Layer {
  // The unique name of the layer. Empty: "layer 1" and so on.
  std::string name;
  // The method that callers of this layer use: the name of any unary method.
  // The policies of the callers apply to this name.
  std::string method = "/baton.testing.v1.Chain/Call";
  // How the layer treats the `retry-budget` header.
  Participation participation = Participation::kBaton;
  // The options of the server. Only for Participation::kBaton.
  ServerOptions server;
  // The outgoing calls of the layer.
  Caller caller;
  // The layers that the handler calls, in this order. If a call fails, the
  // handler makes no further calls. A layer that is in the list twice is called
  // twice. All layers in the list must come after this layer. Not set: the next
  // layer.
  std::optional<std::vector<std::string>> calls;
  // Whether the handler makes all its calls at the same time. If false, it
  // makes one call after the other.
  bool calls_at_once = false;
  // The faults of the calls that reach the layer. Not set: no faults.
  Behavior behavior;
};

// The options of a chain. A value.
struct Options {
  // How the application treats the `retry-budget` header.
  Participation app_participation = Participation::kBaton;
  // The outgoing calls of the application. The application calls the first
  // layer.
  Caller app;
  // The layers. The first one receives the requests of the application. 1 to
  // 32.
  std::vector<Layer> layers;
  // The timeout of each request of the application. Positive, finite.
  absl::Duration timeout = absl::Seconds(30);
  // The grant G for the check of the amplification bound. Use the `edge_grant`
  // of the policies. 0 to 9.
  int grant = defaults::kEdgeGrant;
};

// Disables all limits on retries except the grant: process budgets, retry
// breakers and retry ratio limits. For tests in which the retries must reach
// the amplification bound.
void DisableOtherLimits(Options& options);

// A call site: one layer that calls another.
struct Site {
  static constexpr int kApp = -1;  // the index of the application
  int caller = kApp;               // the index of the layer that calls
  int callee = 0;                  // the index of the layer that it calls
};

// Fills in missing names and behaviors. If an option is invalid, returns
// INVALID_ARGUMENT with all invalid fields. Does not check the options of
// Baton, such as policies.
absl::Status Complete(Options& options);

// Returns all call sites. `options` must be the result of Complete(). The sites
// of the application come first. The sites of each layer follow, in order.
std::vector<Site> SitesOf(const Options& options);

}  // namespace baton::chain

#endif  // BATON_CHAIN_LAYERS_H_
