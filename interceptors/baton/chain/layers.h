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

// What a process of the chain makes of retry budgets.
enum class Part {
  kBaton,  // takes part: CreateChannel() and InstallServer()
  kNone,   // knows nothing of them
  // Knows nothing of them, and copies `retry-budget` from each request to the
  // calls that it makes for it, as it came.
  kCopiesHeader,
};

// How a process calls others.
struct Caller {
  // For kBaton.
  ClientOptions options;
  // Of every channel. With Part::kNone, the place for gRPC's own retries.
  grpc::ChannelArguments arguments;
  // Attempts of a plain loop around each call, which sends it again at once
  // after UNAVAILABLE. 1: there is none. At most 10.
  int loop_attempts = 1;
};

// One service.
struct Layer {
  // Has to differ from the others'. Empty: "layer 1" and so on.
  std::string name;
  // What it is called by: the name of any unary method, so that the callers'
  // policies say of it what they say of yours.
  std::string method = "/baton.testing.v1.Chain/Call";
  Part part = Part::kBaton;
  ServerOptions server;  // for kBaton
  Caller caller;
  // The layers that its handler calls, in this order, and until one fails; one
  // that is named twice is called twice. They have to come after this one. Not
  // set: the one that comes next.
  std::optional<std::vector<std::string>> calls;
  // Calls them all at once instead.
  bool calls_at_once = false;
  // Not set: nothing goes wrong here.
  Behaviour behaviour;
};

struct Options {
  // The application, which calls the first layer.
  Part app_part = Part::kBaton;
  Caller app;
  // 1 to 32, from the top.
  std::vector<Layer> layers;
  // Of each request of the application.
  absl::Duration timeout = absl::Seconds(30);
  // What the law is checked with: the `edge_grant` of the policies.
  int grant = defaults::kEdgeGrant;
};

// Takes away what limits retries besides the grant: process budgets, health
// gates and retry-share gates. For a test that counts to the limit.
void LeaveOnlyTheGrant(Options& options);

// One place that makes calls.
struct Site {
  static constexpr int kApp = -1;
  int caller = kApp;  // a layer's index
  int callee = 0;
};

// Fills in the names that were left out. INVALID_ARGUMENT, with every bad
// field, if the options are not valid; those of Baton are not looked at.
absl::Status Complete(Options& options);

// All places that make calls, of options that are complete: the application's
// first, then layer by layer.
std::vector<Site> SitesOf(const Options& options);

}  // namespace baton::chain

#endif  // BATON_CHAIN_LAYERS_H_
