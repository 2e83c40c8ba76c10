// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "baton/attempt_outcome.h"
#include "baton/classifier.h"
#include "baton/status_classifier.h"
#include "tests/fuzz/fuzz_input.h"

namespace baton::fuzz {
namespace {

ClassifierOptions OptionsOf(int preset) {
  ClassifierOptions options;
  options.preset = static_cast<ClassifierPreset>(preset);
  options.rules.resize(2);
  options.rules[0].trailer = "http-status";
  options.rules[0].trailer_value = "999";
  options.rules[0].outcome_class = OutcomeClass::kContention;
  options.rules[1].message_contains = "full";
  options.rules[1].domain = "d";
  return options;
}

// A failure is never a success, and the client has not ended it.
void Classify(const AttemptOutcome& outcome, const AttemptDetails& details) {
  for (int preset = 0; preset <= 4; ++preset) {
    const ClassifierOptions options = OptionsOf(preset);
    const OutcomeClass found =
        StatusClassifier(options).ClassifyWithDetails(outcome, details);
    Require(found != OutcomeClass::kSuccess &&
                found != OutcomeClass::kCancelled &&
                found != OutcomeClass::kExpired,
            "a failure from a server has the class of a failure");
  }
}

}  // namespace
}  // namespace baton::fuzz

// Classifies any response. Lines: code, reason, domain, message, and values of
// the trailer `http-status`.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  baton::fuzz::Values lines =
      baton::fuzz::ValuesOf(baton::fuzz::TextOf(data, size));
  lines.resize(lines.size() < 4 ? 4 : lines.size());
  baton::AttemptOutcome outcome;
  outcome.code = static_cast<absl::StatusCode>(1 + lines[0].size() % 16);
  outcome.error_reason = std::string(lines[1]);
  outcome.error_domain = std::string(lines[2]);
  baton::OwnedAttemptDetails::Response response;
  response.message = std::string(lines[3]);
  for (std::size_t i = 4; i < lines.size(); ++i) {
    response.trailers.emplace("http-status", lines[i]);
  }
  baton::fuzz::Classify(
      outcome, baton::OwnedAttemptDetails("/a.S/M", 1, std::move(response)));
  return 0;
}
