// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_BATON_POLICY_ADVISE_ADVISE_H_
#define BATON_TOOLS_BATON_POLICY_ADVISE_ADVISE_H_

#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/baton_policy/advise/suggestions.h"

namespace baton::tools {

// A command `baton-policy advise`.
struct AdviseCommand {
  // Metrics in the text format of Prometheus, or traces in OTLP JSON.
  std::vector<std::string> files;
  // A policy in text format. Empty: the default policy.
  std::string policy_file;
  AdviceOptions options;
};

// Parses the arguments after "advise". An error names the argument and what is
// allowed.
absl::StatusOr<AdviseCommand> ParseAdviseCommand(
    const std::vector<std::string>& arguments);

// Prints suggestions for each method to `out`. If the command has a policy, the
// suggestions are comments, and a patch of this policy follows. Returns an
// error if a file is invalid.
absl::Status Advise(const AdviseCommand& command, std::ostream& out);

}  // namespace baton::tools

#endif  // BATON_TOOLS_BATON_POLICY_ADVISE_ADVISE_H_
