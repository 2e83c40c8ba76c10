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

// A chain of services that call each other. An application uses it to test its
// policies under failures. All services run in this process. They use real gRPC
// over ports of 127.0.0.1. The test gives the options of each channel and each
// server.
//
//   Options options;
//   options.app.options.policy = *policy;
//   options.layers.resize(5);
//   for (Layer& layer : options.layers) layer.caller.options.policy = *policy;
//   options.layers.back().behavior = Always(Fail());
//
//   auto chain = *Chain::Start(options);
//   chain->Send(100);
//
//   const Report report = chain->TakeReport();
//   EXPECT_TRUE(report.CheckAmplification().ok()) << report;
//   EXPECT_EQ(report.MaxCallsAt("layer 5"), 3);
//
// Time and random numbers are real. For fast tests, set short backoffs in the
// policy. Because all layers run in one process, two layers that call the same
// layer share one process budget. Thread-safe.
class Chain {
 public:
  // Starts the services. Returns INVALID_ARGUMENT if `options` is invalid, or
  // if the client options or server options of a layer are invalid.
  static absl::StatusOr<std::unique_ptr<Chain>> Start(Options options);
  // Cancels the calls that are in flight.
  ~Chain();

  // Sends one request of the application, and returns its status.
  grpc::Status Send();
  // Sends `requests` requests. Up to `at_once` of them run at the same time.
  // Both numbers are at least 1.
  void Send(int requests, int at_once = 1);

  // Replaces the behavior of a layer. Does nothing if no layer has this name.
  void Set(absl::string_view layer, Behavior behavior);

  // Returns the report on the requests since the last report. Call TakeReport()
  // only while no request runs. If a request runs, the report contains only a
  // part of its calls, and the next report contains the rest.
  Report TakeReport();

 private:
  explicit Chain(Options options);
  absl::StatusOr<std::unique_ptr<LayerCaller>> NewCaller(
      int layer, Participation participation, const Caller& caller) const;

  const Options options_;  // completed by Complete() of layers.h
  const std::vector<Site> sites_;
  Tally tally_;
  std::atomic<uint64_t> last_request_{0};
  // The servers, by layer. Each layer calls only later layers. The destructor
  // therefore destroys an earlier layer before all later layers.
  std::vector<std::unique_ptr<LayerServer>> servers_;
  std::unique_ptr<LayerCaller> app_;
};

}  // namespace baton::chain

#endif  // BATON_CHAIN_CHAIN_H_
