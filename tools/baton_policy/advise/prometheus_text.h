// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_BATON_POLICY_ADVISE_PROMETHEUS_TEXT_H_
#define BATON_TOOLS_BATON_POLICY_ADVISE_PROMETHEUS_TEXT_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "tools/baton_policy/advise/latencies.h"

namespace baton::tools {

// A sample is one line of metrics in the text format of Prometheus:
//
//   grpc_client_attempt_duration_seconds_bucket{grpc_method="a/B",le="0.1"} 7
struct PrometheusSample {
  std::string name;
  std::vector<std::pair<std::string, std::string>> labels;
  double value = 0;

  // Returns the value of a label. Empty if the sample has none.
  absl::string_view Label(absl::string_view label) const;
};

// Calls `visitor` for each sample of `text`. Stops at the first line that is no
// comment and no sample, and returns an error with its number.
absl::Status ReadPrometheusText(
    absl::string_view text,
    absl::FunctionRef<void(const PrometheusSample&)> visitor);

// Adds the attempts that Baton's or gRPC's histogram of attempts contains.
// Returns an error if the text is invalid, or if it has no such histogram.
absl::Status AddPrometheusText(absl::string_view text,
                               LatenciesByMethod& latencies);

}  // namespace baton::tools

#endif  // BATON_TOOLS_BATON_POLICY_ADVISE_PROMETHEUS_TEXT_H_
