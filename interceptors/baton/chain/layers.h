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

// How a process of the chain treats the `retry-budget` header.
enum class Participation {
  kBaton,  // participates: CreateChannel() and InstallServer()
  kNone,   // does not participate
  // Copies `retry-budget` unchanged from each request to the calls that belong
  // to this request. Does not participate otherwise.
  kCopiesHeader,
};

// The outgoing calls of a process.
struct Caller {
  // The options of every channel. Only for Participation::kBaton.
  ClientOptions options;
  // The arguments of every channel. With Participation::kNone, set the retries
  // of gRPC here.
  grpc::ChannelArguments arguments;
  // Attempts of a plain loop around each call. The loop repeats the call at
  // once after UNAVAILABLE. 1 to 10. 1: no loop.
  int loop_attempts = 1;
};

// A service of the chain.
struct Layer {
  // The unique name of the layer. Empty: "layer 1" and so on.
  std::string name;
  // The method that callers use: the name of any unary method. The policies of
  // the callers apply to this name.
  std::string method = "/baton.testing.v1.Chain/Call";
  // Whether the layer uses Baton.
  Participation participation = Participation::kBaton;
  // The options of the server. Only for Participation::kBaton.
  ServerOptions server;
  // The outgoing calls of the layer.
  Caller caller;
  // The layers that the handler calls, in this order, until one fails. A layer
  // that is named twice is called twice. All of them must come after this
  // layer. Not set: the next layer.
  std::optional<std::vector<std::string>> calls;
  // Whether the handler makes all its calls concurrently. If false, it makes
  // one after the other.
  bool calls_at_once = false;
  // The faults of the layer. Not set: no faults.
  Behavior behavior;
};

// The options of a chain. A value.
struct Options {
  // Whether the application uses Baton.
  Participation app_participation = Participation::kBaton;
  // The outgoing calls of the application. It calls the first layer.
  Caller app;
  // The layers, from the top. 1 to 32.
  std::vector<Layer> layers;
  // The timeout of each request of the application. Positive, finite.
  absl::Duration timeout = absl::Seconds(30);
  // The grant G of the amplification bound: the `edge_grant` of the policies. 0
  // to 9.
  int grant = defaults::kEdgeGrant;
};

// Disables all limits on retries except the grant: process budgets, health
// gates and retry ratio limits. For a test that reaches the bound.
void DisableOtherLimits(Options& options);

// A call site: one layer that calls another.
struct Site {
  static constexpr int kApp = -1;  // the index of the application
  int caller = kApp;               // the index of the layer that calls
  int callee = 0;                  // the index of the layer that it calls
};

// Fills in missing names and behaviors. Returns INVALID_ARGUMENT, with every
// invalid field, if the options are invalid. Does not check the options of
// Baton.
absl::Status Complete(Options& options);

// Returns all call sites of complete options: first the sites of the
// application, then layer by layer.
std::vector<Site> SitesOf(const Options& options);

}  // namespace baton::chain

#endif  // BATON_CHAIN_LAYERS_H_
