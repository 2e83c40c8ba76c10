// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/harm/comparison.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tests/harm/rules.h"
#include "tests/harm/scenario_text.h"

namespace baton::harm {
namespace {

using ::grpc::StatusCode;

// Returns the difference to what the server answered to the attempt that the
// call got its response from, or "".
std::string DifferenceToStep(const CallPlan& plan, const CallOutcome& call) {
  const StepPlan& step = StepOf(plan, AnsweredBy(call));
  if (call.code != step.code) {
    return absl::StrCat("code ", call.code, ", and the server sent ",
                        step.code);
  }
  if (!absl::StartsWith(call.message, step.message)) {
    return absl::StrCat("message \"", call.message,
                        "\", and the server sent \"", step.message, "\"");
  }
  const std::size_t messages =
      (StreamsResponses(plan.kind) ? step.messages : 0) +
      (step.code == StatusCode::OK ? 1 : 0);
  if (plan.stop_reading < 0 && call.payloads.size() != messages) {
    return absl::StrCat(call.payloads.size(), " messages, and the server sent ",
                        messages);
  }
  return "";
}

// Returns the difference of two outcomes of the same attempt, or "".
std::string DifferenceToBare(const CallOutcome& bare, const CallOutcome& call) {
  if (bare.code != call.code) {
    return absl::StrCat("code ", call.code, " instead of ", bare.code);
  }
  if (bare.message != call.message) {
    return absl::StrCat("message \"", call.message, "\" instead of \"",
                        bare.message, "\"");
  }
  if (bare.details != call.details) return "other details";
  if (bare.payloads.size() != call.payloads.size()) {
    return absl::StrCat(call.payloads.size(), " messages instead of ",
                        bare.payloads.size());
  }
  if (bare.payloads != call.payloads) return "other content";
  if (bare.trailing_metadata != call.trailing_metadata) {
    return "other trailing metadata";
  }
  if (bare.initial_metadata != call.initial_metadata) {
    return "other initial metadata";
  }
  if (bare.events != call.events) {
    return absl::StrCat("events ", call.events, " instead of ", bare.events);
  }
  if (bare.code == StatusCode::OK && bare.writes > call.writes) {
    return absl::StrCat(call.writes, " successful writes instead of ",
                        bare.writes);
  }
  return "";
}

// gRPC creates texts like "failed to connect to all addresses" itself. Their
// addresses and order of errors differ between two runs.
bool HasTextOfGrpc(const CallOutcome& bare, const CallOutcome& call) {
  return AnsweredBy(bare) == 0 && AnsweredBy(call) == 0 &&
         bare.code == call.code && bare.code == StatusCode::UNAVAILABLE;
}

std::vector<ServerFact> FactsOf(const RunOutcome& run, int call) {
  std::vector<ServerFact> facts;
  for (const ServerFact& fact : run.facts) {
    if (fact.call == call) facts.push_back(fact);
  }
  return facts;
}

bool WasSent(const RunOutcome& run) {
  return !run.facts.empty() || run.raw_requests > 0;
}

class Comparer {
 public:
  Comparer(const Scenario& scenario, const RunOutcome& bare,
           const RunOutcome& baton)
      : scenario_(scenario), bare_(bare), baton_(baton) {}

  Comparison Run() {
    std::size_t i = 0;
    for (const auto* plans : {&scenario_.earlier, &scenario_.calls}) {
      for (const CallPlan& plan : *plans) {
        if (i >= bare_.calls.size() || i >= baton_.calls.size()) break;
        CompareCall(plan, bare_.calls[i], baton_.calls[i]);
        ++i;
      }
    }
    CheckCharges();
    for (const ServerFact& fact : baton_.facts) {
      if (fact.ended) continue;
      Add(FindingClass::kWorkLeft, fact.call,
          absl::StrCat("attempt ", fact.number, " runs at the server"));
    }
    return std::move(result_);
  }

 private:
  void Add(FindingClass kind, int call, const std::string& text) {
    result_.findings.push_back({kind, call, text});
  }

  // Adds the finding, unless a limit of the policy explains the difference.
  void AddUnlessLimit(FindingClass kind, const CallPlan& plan,
                      const CallOutcome& bare, const CallOutcome& call,
                      const std::string& difference) {
    const std::string limit = ExcusingLimit(scenario_, bare, call);
    if (!limit.empty()) {
      result_.limits.push_back(limit);
      return;
    }
    const std::string report = call.report.has_value()
                                   ? absl::StrCat("; ", OneLine(*call.report))
                                   : "";
    Add(kind, plan.id, absl::StrCat(Describe(plan), ": ", difference, report));
  }

  void CompareCall(const CallPlan& plan, const CallOutcome& bare,
                   const CallOutcome& call) {
    const std::vector<ServerFact> facts = FactsOf(baton_, plan.id);
    const std::string extra = ExtraRequest(scenario_, plan, facts);
    if (!extra.empty()) {
      Add(FindingClass::kExtraRequest, plan.id,
          absl::StrCat(Describe(plan), ": ", extra));
    }
    const bool better =
        bare.code != StatusCode::OK && call.code == StatusCode::OK;
    if (bare.code == StatusCode::OK && call.code != StatusCode::OK) {
      AddUnlessLimit(FindingClass::kNotServed, plan, bare, call,
                     absl::StrCat("code ", call.code, " \"", call.message,
                                  "\" instead of OK"));
      return;
    }
    const std::string difference = Difference(plan, bare, call, facts.size());
    if (!difference.empty()) {
      AddUnlessLimit(FindingClass::kDifferent, plan, bare, call, difference);
      return;
    }
    if (better) return;
    if (call.took > bare.took * (1 + kLateRatio) + kLateSlack) {
      AddUnlessLimit(
          FindingClass::kLate, plan, bare, call,
          absl::StrFormat("%.0f ms instead of %.0f ms", call.took, bare.took));
    }
  }

  std::string Difference(const CallPlan& plan, const CallOutcome& bare,
                         const CallOutcome& call, std::size_t requests) const {
    const int answered = AnsweredBy(call);
    if (answered > 0 && (requests > 1 || answered != AnsweredBy(bare))) {
      return DifferenceToStep(plan, call);
    }
    if (HasTextOfGrpc(bare, call)) {
      CallOutcome same_text = call;
      same_text.message = bare.message;
      return DifferenceToBare(bare, same_text);
    }
    return DifferenceToBare(bare, call);
  }

  void CheckCharges() {
    if (WasSent(baton_)) return;
    if (baton_.tokens_used > 0) {
      Add(FindingClass::kCharged, 0,
          absl::StrFormat("%.1f tokens, and no request was sent",
                          baton_.tokens_used));
    }
    for (const CallOutcome& call : baton_.calls) {
      if (!call.report.has_value() || call.report->grant_used == 0) continue;
      Add(FindingClass::kCharged, call.id,
          absl::StrCat("grant of ", call.report->grant_used,
                       ", and no request was sent; ", OneLine(*call.report)));
    }
  }

  const Scenario& scenario_;
  const RunOutcome& bare_;
  const RunOutcome& baton_;
  Comparison result_;
};

}  // namespace

Comparison Compare(const Scenario& scenario, const RunOutcome& bare,
                   const RunOutcome& baton) {
  return Comparer(scenario, bare, baton).Run();
}

bool DependsOnTime(FindingClass kind) { return kind == FindingClass::kLate; }

bool DependsOnBareRun(FindingClass kind) {
  return kind == FindingClass::kNotServed || kind == FindingClass::kDifferent;
}

}  // namespace baton::harm
