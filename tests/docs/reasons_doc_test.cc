// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that docs/stop-reasons.md explains every reason, in the order of the
// rules, and shows actual call reports.

#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "baton/call_report.h"
#include "baton/stop_reason.h"
#include "gtest/gtest.h"
#include "tests/support/doc_block.h"

namespace baton::core {
namespace {

constexpr char kDocument[] = "docs/stop-reasons.md";

std::vector<std::string> DocumentedReasons() {
  std::vector<std::string> reasons;
  std::ifstream file(kDocument);
  std::string line;
  while (std::getline(file, line)) {
    if (!absl::StartsWith(line, "| `")) continue;
    reasons.push_back(std::vector<std::string>(absl::StrSplit(line, '`'))[1]);
  }
  return reasons;
}

AttemptReport Attempt(absl::Duration started_after, absl::Duration lasted) {
  AttemptReport attempt;
  attempt.started_after = started_after;
  attempt.lasted = lasted;
  attempt.code = absl::StatusCode::kUnavailable;
  return attempt;
}

AttemptReport Retry(absl::Duration started_after, absl::Duration lasted,
                    absl::Duration waited, WaitCause cause) {
  AttemptReport attempt = Attempt(started_after, lasted);
  attempt.kind = RetryBudgetHeader::Kind::kRetry;
  attempt.waited = waited;
  attempt.wait_cause = cause;
  return attempt;
}

CallReport ExhaustedReservation() {
  CallReport report;
  report.method = "/shop.v1.Inventory/Reserve";
  report.target = "dns:///inventory:443";
  report.idempotency = Idempotency::kIdempotent;
  report.attempts = {Attempt(absl::ZeroDuration(), absl::Milliseconds(4)),
                     Retry(absl::Milliseconds(22), absl::Milliseconds(5),
                           absl::Milliseconds(18), WaitCause::kBackoff),
                     Retry(absl::Milliseconds(47), absl::Milliseconds(5),
                           absl::Milliseconds(20), WaitCause::kPushback)};
  report.attempts[2].origin = AttemptOrigin::kUnconfirmed;
  report.code = absl::StatusCode::kUnavailable;
  report.stop_reason = StopReason::kGrantExhausted;
  report.outcome_unknown = true;
  report.lasted = absl::Milliseconds(52);
  report.timeout = absl::Seconds(1);
  report.deadline_source = DeadlineSource::kCall;
  report.grant = 2;
  report.grant_used = 2;
  return report;
}

TEST(StopReasonsDocTest, EveryReasonHasItsRowInOrder) {
  std::vector<std::string> reasons;
  for (StopReason reason : kAllStopReasons) {
    reasons.push_back(std::string(ToString(reason)));
  }
  EXPECT_EQ(DocumentedReasons(), reasons);
}

TEST(StopReasonsDocTest, ShowsTheReportsOfTheCode) {
  const CallReport report = ExhaustedReservation();
  EXPECT_EQ(DocBlock(kDocument, "one_line"), OneLine(report) + "\n");
  EXPECT_EQ(DocBlock(kDocument, "multi_line"), MultiLine(report));
}

}  // namespace
}  // namespace baton::core
