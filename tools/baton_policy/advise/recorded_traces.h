// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_BATON_POLICY_ADVISE_RECORDED_TRACES_H_
#define BATON_TOOLS_BATON_POLICY_ADVISE_RECORDED_TRACES_H_

#include <istream>

#include "absl/status/status.h"
#include "tools/baton_policy/advise/latencies.h"

namespace baton::tools {

// Adds the attempts of a recording of OTLP JSON, as the trace view and the
// collector's file exporter write it. Returns an error if the recording is
// invalid, or if it has no attempts.
absl::Status AddRecordedTraces(std::istream& recording,
                               LatenciesByMethod& latencies);

}  // namespace baton::tools

#endif  // BATON_TOOLS_BATON_POLICY_ADVISE_RECORDED_TRACES_H_
