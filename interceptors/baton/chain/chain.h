// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CHAIN_CHAIN_H_
#define BATON_CHAIN_CHAIN_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "baton/chain/fault.h"
#include "baton/chain/layer_caller.h"
#include "baton/chain/layer_server.h"
#include "baton/chain/layers.h"
#include "baton/chain/report.h"
#include "baton/chain/tally.h"
#include "grpcpp/support/status.h"

namespace baton::chain {

// Services that call each other, for a test of what your policies make of
// their failures: real gRPC between real ports of 127.0.0.1, all in this
// process, with your options on every channel and server.
//
//   Options options;
//   options.app.options.policy = *policy;
//   options.layers.resize(5);
//   for (Layer& layer : options.layers) layer.caller.options.policy = *policy;
//   options.layers.back().behaviour = Always(Fail());
//   auto chain = *Chain::Start(options);
//   chain->Send(100);
//   const Report report = chain->TakeReport();
//   EXPECT_TRUE(report.CheckLaw().ok()) << report;
//   EXPECT_EQ(report.WorstAt("layer 5"), 3);
//
// Time and chance are real ones: short backoffs in the policy make it fast.
// Callers of the same layer share its process budget, since it is one process.
// Thread-safe.
class Chain {
 public:
  // INVALID_ARGUMENT if the options are not valid, those of Baton included.
  static absl::StatusOr<std::unique_ptr<Chain>> Start(Options options);
  // Cancels what still runs.
  ~Chain();

  // One request of the application.
  grpc::Status Send();
  // So many, of which so many run at the same time: at least one each.
  void Send(int requests, int at_once = 1);

  // What a layer does from now on. Does nothing for the name of no layer.
  void Set(absl::string_view layer, Behaviour behaviour);

  // Of the requests since the last time. Best asked for while none runs: one
  // that does is split.
  Report TakeReport();

 private:
  explicit Chain(Options options);
  absl::StatusOr<std::unique_ptr<LayerCaller>> NewCaller(
      int layer, Part part, const Caller& caller) const;

  const Options options_;  // complete
  const std::vector<Site> sites_;
  Tally tally_;
  std::atomic<uint64_t> last_request_{0};
  // By layer; each calls those after it, and goes before them.
  std::vector<std::unique_ptr<LayerServer>> servers_;
  std::unique_ptr<LayerCaller> app_;
};

}  // namespace baton::chain

#endif  // BATON_CHAIN_CHAIN_H_
