// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/baton_policy/advise/advise.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "baton/policy.h"
#include "baton/policy/idempotency.h"
#include "baton/policy/suggestion.h"
#include "tools/baton_policy/advise/policy_patch.h"
#include "tools/baton_policy/advise/prometheus_text.h"
#include "tools/baton_policy/advise/recorded_traces.h"

namespace baton::tools {
namespace {

absl::Status ParseRatio(absl::string_view text, double& ratio) {
  const bool is_percent = absl::ConsumeSuffix(&text, "%");
  double value = 0;
  if (absl::SimpleAtod(text, &value)) {
    if (is_percent) value /= 100;
    if (value >= 0.00001 && value <= 0.1) {
      ratio = value;
      return absl::OkStatus();
    }
  }
  return absl::InvalidArgumentError(
      "--false_timeouts: must be a ratio from 0.001% to 10%, such as 0.1%");
}

absl::Status ParseAllowance(absl::string_view text, absl::Duration& time) {
  if (absl::ParseDuration(text, &time) && time >= absl::ZeroDuration() &&
      time <= absl::Minutes(1)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      "--network_allowance: must be a time from 0s to 1m, such as 30ms");
}

absl::Status ParseFlag(const std::string& argument, AdviseCommand& command) {
  absl::string_view flag = argument;
  absl::ConsumePrefix(&flag, "--");
  if (absl::ConsumePrefix(&flag, "false_timeouts=")) {
    return ParseRatio(flag, command.options.false_timeouts);
  }
  if (absl::ConsumePrefix(&flag, "network_allowance=")) {
    return ParseAllowance(flag, command.options.network_allowance);
  }
  if (!absl::ConsumePrefix(&flag, "policy=")) {
    return absl::InvalidArgumentError(absl::StrCat(
        argument, ": unknown flag",
        SuggestionFor(flag.substr(0, flag.find('=')),
                      {"policy", "false_timeouts", "network_allowance"})));
  }
  if (!absl::EndsWith(flag, ".textproto") && !absl::EndsWith(flag, ".txtpb")) {
    return absl::InvalidArgumentError(
        "--policy: must be a file in text format, .textproto or .txtpb");
  }
  command.policy_file = std::string(flag);
  return absl::OkStatus();
}

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad()) {
    return absl::NotFoundError("cannot be read");
  }
  return text;
}

// Returns whether the text is OTLP JSON, and not metrics.
bool IsJson(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string::npos && text[first] == '{' &&
         text.find("resourceSpans") != std::string::npos;
}

absl::Status AddFile(const std::string& path, LatenciesByMethod& latencies) {
  const absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) return text.status();
  if (!IsJson(*text)) return AddPrometheusText(*text, latencies);
  std::istringstream recording(*text);
  return AddRecordedTraces(recording, latencies);
}

absl::Status In(const std::string& file, const absl::Status& status) {
  return absl::Status(status.code(),
                      absl::StrCat(file, ": ", status.message()));
}

std::string Quoted(absl::Duration time) {
  return absl::StrCat("\"", TimeText(time), "\"");
}

// The fields of a policy that a suggestion changes. A limit of one attempt, or
// the delay of a hedge, changes only if the policy has one.
MethodChange ChangeOf(const std::string& method, const Suggestion& suggestion,
                      const MethodPolicy& policy) {
  MethodChange change{method, {}};
  const auto set = [&](const char* section, const char* field,
                       absl::Duration old, absl::Duration wanted) {
    if (old == wanted) return;
    change.fields.push_back({section, field, Quoted(wanted)});
  };
  set("deadline", "default_timeout", policy.deadline.default_timeout,
      suggestion.deadline.time);
  if (policy.deadline.attempt_timeout != absl::InfiniteDuration()) {
    set("deadline", "attempt_timeout", policy.deadline.attempt_timeout,
        suggestion.limit.time);
  }
  if (policy.hedge.max_attempts > 1) {
    set("hedge", "delay", policy.hedge.delay.value_or(absl::ZeroDuration()),
        suggestion.hedge_delay.time);
  }
  return change;
}

void PrintTime(absl::string_view name, const SuggestedTime& suggested,
               std::ostream& out) {
  out << absl::StreamFormat("#   %-11s %-8s %s\n", name,
                            TimeText(suggested.time), suggested.reason);
}

void Print(const std::string& method, const Latencies& latencies,
           const Suggestion& suggestion, const MethodPolicy& policy,
           const AdviceOptions& options, std::ostream& out) {
  out << absl::StreamFormat("# %s: %.0f attempts, p50 %s, %s %s\n", method,
                            latencies.attempts(), TimeText(suggestion.p50),
                            PercentileName(1 - options.false_timeouts),
                            TimeText(suggestion.percentile));
  PrintTime("deadline", suggestion.deadline, out);
  PrintTime("limit", suggestion.limit, out);
  if (IsIdempotent(policy.idempotency)) {
    PrintTime("hedge delay", suggestion.hedge_delay, out);
  } else {
    out << "#   hedge delay -        the policy does not declare the method "
           "idempotent\n";
  }
}

// Checks that the patched policy has the new values.
absl::Status CheckPatch(const PatchedPolicy& patched, const std::string& file,
                        const std::vector<MethodChange>& changes) {
  LoadPolicyOptions load;
  load.descriptors = DescriptorSource::kNone;
  const auto loaded = LoadPolicy(patched.text, file, load);
  if (!loaded.ok()) {
    return absl::InternalError(
        absl::StrCat("the patch would make the policy invalid: ",
                     loaded.status().message()));
  }
  for (const MethodChange& change : changes) {
    const MethodPolicy& policy = loaded->policy.Find(change.method);
    for (const FieldChange& field : change.fields) {
      if (field.field == "default_timeout" &&
          Quoted(policy.deadline.default_timeout) != field.value) {
        return absl::InternalError(absl::StrCat(
            "the patch does not change deadline.default_timeout of ",
            change.method));
      }
    }
  }
  return absl::OkStatus();
}

absl::Status PrintPatch(const std::string& file,
                        std::vector<MethodChange> changes, std::ostream& out) {
  const absl::StatusOr<std::string> text = ReadFile(file);
  if (!text.ok()) return text.status();
  const PatchedPolicy patched = PatchPolicy(*text, file, changes);
  for (const std::string& method : patched.shared) {
    out << "# " << method
        << ": not in the patch, because it shares its entry with other "
           "methods. Give it an entry of its own.\n";
    changes.erase(std::find_if(
        changes.begin(), changes.end(),
        [&](const MethodChange& one) { return one.method == method; }));
  }
  const absl::Status checked = CheckPatch(patched, file, changes);
  if (!checked.ok()) return checked;
  out << patched.diff;
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<AdviseCommand> ParseAdviseCommand(
    const std::vector<std::string>& arguments) {
  AdviseCommand command;
  for (const std::string& argument : arguments) {
    if (!absl::StartsWith(argument, "--")) {
      command.files.push_back(argument);
      continue;
    }
    const absl::Status status = ParseFlag(argument, command);
    if (!status.ok()) return status;
  }
  if (command.files.empty()) {
    return absl::InvalidArgumentError("advise: needs a file");
  }
  return command;
}

absl::Status Advise(const AdviseCommand& command, std::ostream& out) {
  Policy policy;
  if (!command.policy_file.empty()) {
    LoadPolicyOptions load;
    load.descriptors = DescriptorSource::kNone;
    auto loaded = LoadPolicyFile(command.policy_file, load);
    if (!loaded.ok()) return loaded.status();
    policy = std::move(loaded->policy);
  }
  LatenciesByMethod latencies;
  for (const std::string& file : command.files) {
    const absl::Status status = AddFile(file, latencies);
    if (!status.ok()) return In(file, status);
  }
  std::vector<MethodChange> changes;
  for (const auto& [method, recorded] : latencies) {
    const MethodPolicy& method_policy = policy.Find(method);
    const auto suggestion = Suggest(recorded, method_policy, command.options);
    if (!suggestion.ok()) {
      out << "# " << method
          << ": no suggestion: " << suggestion.status().message() << "\n";
      continue;
    }
    Print(method, recorded, *suggestion, method_policy, command.options, out);
    MethodChange change = ChangeOf(method, *suggestion, method_policy);
    if (!change.fields.empty()) changes.push_back(std::move(change));
  }
  if (command.policy_file.empty()) return absl::OkStatus();
  const absl::Status patched =
      PrintPatch(command.policy_file, std::move(changes), out);
  return patched.ok() ? patched : In(command.policy_file, patched);
}

}  // namespace baton::tools
