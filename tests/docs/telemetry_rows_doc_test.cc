// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks for every attribute in docs/telemetry.md that it is on the documented
// spans and has the documented type. The spans have all possible attributes.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/time/time.h"
#include "baton/telemetry.h"
#include "gtest/gtest.h"
#include "tests/otel/metadata_maps.h"
#include "tests/support/doc_table.h"
#include "tests/support/outcomes.h"
#include "tests/support/telemetry/span_recorder.h"

namespace baton::otel {
namespace {

constexpr char kDocument[] = "docs/telemetry.md";

// The place of each attribute ("call", "attempt", "request", "retry.wait") and
// its type.
using Place = std::pair<std::string, std::string>;
using Places = std::map<Place, std::string>;

std::string TypeOf(const std::string& key, const RecordedValue& value) {
  if (absl::StartsWith(key, "rpc.request.metadata.")) return "string[]";
  if (std::holds_alternative<bool>(value)) return "bool";
  if (std::holds_alternative<std::int64_t>(value)) return "int";
  if (std::holds_alternative<double>(value)) return "double";
  return "string";
}

// Returns the documented key of a key. One row covers all keys with the prefix.
std::string RowOf(const std::string& key) {
  return absl::StartsWith(key, "rpc.request.metadata.")
             ? "rpc.request.metadata.*key*"
             : key;
}

void Add(const std::string& place, const RecordedAttributes& attributes,
         Places& places) {
  for (const auto& [key, value] : attributes) {
    places[{RowOf(key), place}] = TypeOf(key, value);
  }
}

AttemptOutcome ToldEverything() {
  AttemptOutcome outcome = support::Unavailable()
                               .WithPushback(absl::Milliseconds(20))
                               .WithReason("BUSY")
                               .WithAdvice(RetryAdvice::Verdict::kAfter,
                                           RetryAdvice::Reason::kOverload);
  outcome.advice->used = 1;
  outcome.advice->scope = RetryAdvice::Scope::kServer;
  outcome.never_sent = true;
  return outcome;
}

void MakeCall(Telemetry& telemetry, absl::string_view method) {
  MethodPolicy policy;
  policy.mode = Mode::kObserve;
  CallStart start;
  start.method = method;
  start.target = "dns:///inventory:443";
  start.policy = &policy;
  start.timeout = absl::Seconds(1);
  start.deadline.missing = true;
  start.deadline.capped = true;
  const auto call = telemetry.OnCallStart(start);
  SentMetadata metadata;
  const AttemptOutcome outcome = ToldEverything();
  // Another attempt follows the first, none follows the second, and the third
  // still runs when the call ends.
  for (int number = 1; number <= 3; ++number) {
    AttemptStart attempt;
    attempt.number = number;
    attempt.fallback = 1;
    attempt.remaining = absl::Milliseconds(500);
    call->OnAttemptStart(attempt, metadata);
    if (number == 3) continue;
    Decision decision = Decision::Stop(StopReason::kGrantExhausted);
    decision.retry = number == 1;
    decision.delay = absl::Milliseconds(21);
    decision.wait_cause = WaitCause::kPushback;
    const AttemptFailure failure{"ipv4:10.0.0.1:443", "try later", "BUSY",
                                 "shop", "7c1"};
    AttemptEnd end;
    end.number = number;
    end.failure = &failure;
    end.outcome = &outcome;
    end.decision = &decision;
    end.late_stop_reason = StopReason::kNotOvertaken;
    call->OnAttemptEnd(end);
    if (decision.retry) call->OnWait(decision);
  }
  CallReport report;
  report.code = absl::StatusCode::kUnavailable;
  report.stop_reason = StopReason::kGrantExhausted;
  report.outcome_unknown = true;
  report.primary_skipped = true;
  report.is_unlinked = true;
  report.stalled = absl::Milliseconds(40);
  report.idempotency_key = "order-42";
  report.hedge_stop_reason = StopReason::kHedgeLoadLimit;
  report.attempts.resize(3);
  call->OnCallEnd(report);
}

void TakeRequest(Telemetry& telemetry, bool at_the_edge) {
  const ReceivedMetadata metadata(
      std::map<std::string, std::string>{{"x-tenant", "blue"}});
  RequestStart start;
  start.method = "/shop.v1.Inventory/Reserve";
  start.method_is_registered = !at_the_edge;
  start.peer = "ipv4:10.0.0.1:4711";
  start.metadata = &metadata;
  start.inbound.is_retry = true;
  start.inbound.stripped = true;
  start.inbound.clamped = true;
  start.inbound.hidden_retries = true;
  if (!at_the_edge) {
    start.inbound.grant = 1;
    start.timeout = absl::Seconds(1);
  }
  const auto request = telemetry.OnRequestStart(start);
  RequestReport report;
  report.code = absl::StatusCode::kUnavailable;
  report.rejection = RequestRejection::kExpired;
  report.rejection_only_observed = true;
  report.replay = ReplayResult::kReplayed;
  report.replay_wait = absl::Milliseconds(5);
  report.replay_store_failed = true;
  report.advice = ToldEverything().advice;
  request->OnRequestEnd(report);
}

void RunUnit(Telemetry& telemetry) {
  UnitStart start;
  start.name = "checkout";
  start.grant = 1;
  start.timeout = absl::Seconds(1);
  const auto unit = telemetry.OnUnitStart(start);
  unit->OnRunStart(1);
  unit->OnRunEnd({1, absl::StatusCode::kUnavailable, /*replay=*/true,
                  absl::Milliseconds(25)});
  UnitReport report;
  report.code = absl::StatusCode::kUnavailable;
  report.outcome_unknown = true;
  report.blocked_by = "/Charge";
  unit->OnUnitEnd(report);
}

// Returns the word for a kind of span that docs/telemetry.md uses.
std::string PlaceOf(const RecordedSpan& span) {
  if (span.kind == "SERVER") return "request";
  if (absl::StartsWith(span.name, "Attempt.")) return "attempt";
  if (!absl::StartsWith(span.name, "unit ")) return "call";
  return absl::EndsWith(span.name, " run") ? "run" : "unit";
}

Places SeenPlaces() {
  SpanRecorder recorder;
  TelemetryOptions options;
  options.tracing.provider = recorder.provider();
  options.tracing.conventions = Conventions::kBoth;
  options.tracing.recorded_metadata = {"x-tenant"};
  const auto telemetry = OpenTelemetry(options);
  MakeCall(*telemetry, "/shop.v1.Inventory/Reserve");
  MakeCall(*telemetry, "/shop.v1.Inventory/\xff");
  TakeRequest(*telemetry, true);
  TakeRequest(*telemetry, false);
  RunUnit(*telemetry);
  Places places;
  for (const RecordedSpan& span : recorder.All()) {
    const std::string place = PlaceOf(span);
    Add(place, span.attributes, places);
    for (const RecordedEvent& event : span.events) {
      Add(event.name, event.attributes, places);
    }
  }
  return places;
}

// Reads the tables of attributes: those with four cells and a type in the
// third.
Places DocumentedPlaces() {
  const std::set<std::string> types = {"string", "int", "double", "bool",
                                       "string[]"};
  Places places;
  std::string key;
  for (const auto& row : DocRows(kDocument)) {
    if (row.size() != 4 || types.count(row[2]) == 0) continue;
    // A row without a name continues the row before it.
    if (!row[0].empty()) key = row[0];
    for (const absl::string_view place : absl::StrSplit(row[1], ", ")) {
      if (place == "old names") continue;
      for (const char* const each : {"call", "attempt", "request"}) {
        if (place == "all") places[{key, each}] = row[2];
      }
      if (place != "all") places[{key, std::string(place)}] = row[2];
    }
  }
  return places;
}

TEST(TelemetryRowsDocTest, DocumentedAttributesMatchTheSpans) {
  const Places documented = DocumentedPlaces();
  const Places seen = SeenPlaces();
  for (const auto& [place, type] : documented) {
    const auto found = seen.find(place);
    ASSERT_NE(found, seen.end()) << place.first << " is on no " << place.second;
    EXPECT_EQ(found->second, type) << place.first;
  }
  for (const auto& [place, type] : seen) {
    EXPECT_EQ(documented.count(place), 1u)
        << place.first << " is on a " << place.second << " and not documented";
  }
}

}  // namespace
}  // namespace baton::otel
