// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_FUZZ_WITNESS_WITNESS_TELEMETRY_H_
#define BATON_TESTS_FUZZ_WITNESS_WITNESS_TELEMETRY_H_

#include <memory>
#include <string>

#include "baton/telemetry.h"
#include "tests/fuzz/witness/planted_defect.h"
#include "tests/support/telemetry/metric_recorder.h"
#include "tests/support/telemetry/span_recorder.h"

namespace baton::fuzz {

// Aborts unless each line of the text is printable.
void RequirePrintableLines(const std::string& text);

// The telemetry of a process under attack, and all that it has recorded.
// Thread-safe, except for the Require functions.
class WitnessTelemetry {
 public:
  explicit WitnessTelemetry(PlantedDefect planted);

  const std::shared_ptr<Telemetry>& telemetry() const { return telemetry_; }

  // Aborts unless all texts of the spans since the last call, and all names and
  // labels of metrics, are printable. Also aborts if a request whose metadata
  // contain `token` has another span name than without hostile peers.
  void RequireGood(const std::string& token);

 private:
  SpanRecorder spans_;
  MetricRecorder metrics_;
  std::shared_ptr<Telemetry> telemetry_;
};

}  // namespace baton::fuzz

#endif  // BATON_TESTS_FUZZ_WITNESS_WITNESS_TELEMETRY_H_
