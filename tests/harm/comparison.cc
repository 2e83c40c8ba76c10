// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/harm/comparison.h"

#include <cstddef>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tests/harm/ends.h"
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

  return "";
}

// Returns whether the message is the same, or the same with Baton's
// explanation. Only the default profile adds explanations. After one attempt
// this is only a note about an unknown outcome, and only if no server answered.
bool SameMessage(const CallOutcome& bare, const CallOutcome& call) {
  if (bare.message == call.message) return true;
  if (!call.report.has_value()) return false;
  if (call.report->attempts.size() > 1) {
    return absl::StartsWith(call.message, absl::StrCat(bare.message, " ("));
  }
  return AnsweredBy(bare) == 0 && AnsweredBy(call) == 0 &&
         call.report->outcome_unknown &&
         call.message == absl::StrCat(bare.message, " (outcome unknown)");
}

// gRPC creates texts like "failed to connect to all addresses" itself. Their
// addresses and order of errors differ between two runs.
bool HasTextOfGrpc(const CallOutcome& bare, const CallOutcome& call) {
  return AnsweredBy(bare) == 0 && AnsweredBy(call) == 0 &&
         bare.code == call.code && bare.code == StatusCode::UNAVAILABLE;
}

bool IsLate(double bare, double tested) {
  return tested > bare * (1 + kLateRatio) + kLateSlack;
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
    if (scenario_.busy) CheckTotalTime();
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
    const std::string limit = ExcusingLimit(scenario_, plan, bare, call);
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
    const std::string extra = ExtraRequest(scenario_, plan, call, facts);
    if (!extra.empty()) {
      Add(FindingClass::kExtraRequest, plan.id,
          absl::StrCat(Describe(plan), ": ", extra));
    }
    if (WasCutByAnotherCall(scenario_, call, bare_, baton_) ||
        CancelRaces(plan, bare, call)) {
      return;
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
    // The application has read messages that bare gRPC has lost.
    const bool read_more = call.payloads.size() > bare.payloads.size();
    if (better || read_more || scenario_.busy) return;
    if (IsLate(bare.took + PauseAfterMetadata(scenario_, plan), call.took)) {
      AddUnlessLimit(
          FindingClass::kLate, plan, bare, call,
          absl::StrFormat("%.0f ms instead of %.0f ms", call.took, bare.took));
    } else if (bare.metadata_at >= 0 && facts.size() <= 1 &&
               !IsIdempotent(scenario_.idempotency) &&
               IsLate(bare.metadata_at, call.metadata_at)) {
      AddUnlessLimit(
          FindingClass::kLate, plan, bare, call,
          absl::StrFormat("initial metadata after %.0f ms instead of %.0f ms",
                          call.metadata_at, bare.metadata_at));
    }
  }

  std::string Difference(const CallPlan& plan, const CallOutcome& bare,
                         const CallOutcome& call, std::size_t requests) const {
    const int answered = AnsweredBy(call);
    if (IsOtherEnd(scenario_, plan, bare, call)) return "";
    if (IsSameCancel(plan, bare, call)) {
      return DifferenceOfCancel(plan, bare, call);
    }
    const bool other_attempt = requests > 1 || answered != AnsweredBy(bare);
    if ((answered > 0 && other_attempt) ||
        EndedBeforeCancel(plan, bare, call)) {
      return DifferenceToStep(plan, call);
    }
    CallOutcome same_text = call;
    const bool explained =
        scenario_.profile != Profile::kStrict && SameMessage(bare, call);
    if (explained || HasTextOfGrpc(bare, call)) {
      same_text.message = bare.message;
    }
    if (answered == 0 && AnsweredBy(bare) == 0 &&
        call.payloads.size() > bare.payloads.size()) {
      // Messages arrived before the connection broke, and bare gRPC lost more
      // of them.
      same_text.payloads = bare.payloads;
      same_text.events = bare.events;
    }
    const std::string difference = DifferenceToBare(bare, same_text);
    return difference.empty() ? LostWrite(plan, call) : difference;
  }

  // Returns whether a write failed although the server has read its message.
  std::string LostWrite(const CallPlan& plan, const CallOutcome& call) const {
    const std::vector<ServerFact> facts = FactsOf(baton_, plan.id);
    if (!StreamsRequests(plan.kind) || facts.empty() ||
        facts.back().messages_read <= call.writes) {
      return "";
    }
    return absl::StrCat(call.writes, " successful writes, and the server read ",
                        facts.back().messages_read, " messages");
  }

  // Compares the calls together, because busy callbacks delay any of them.
  void CheckTotalTime() {
    const CallOutcome& bare = LastOf(scenario_, bare_);
    const CallOutcome& tested = LastOf(scenario_, baton_);
    if (!IsLate(bare.took, tested.took)) return;
    const std::string limit =
        ExcusingLimit(scenario_, scenario_.calls.front(), bare, tested);
    if (!limit.empty()) {
      result_.limits.push_back(limit);
      return;
    }
    Add(FindingClass::kLate, 0,
        absl::StrFormat("the last call ended after %.0f ms instead of %.0f ms",
                        tested.took, bare.took));
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

  // The trailers had arrived, and the messages before them were unread. gRPC
  // gives such trailers out if the application has asked for the status, as
  // all reactors do. Baton asks for the status early. It also reads initial
  // metadata that bare gRPC does not read, because the application does not
  // poll.
  static std::string DifferenceOfCancel(const CallPlan& plan,
                                        const CallOutcome& bare,
                                        const CallOutcome& call) {
    CallOutcome same = call;
    same.trailing_metadata = bare.trailing_metadata;
    if (IsCancelledBeforePoll(plan) && bare.initial_metadata.empty()) {
      same.initial_metadata.clear();
    }
    return DifferenceToBare(bare, same);
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
