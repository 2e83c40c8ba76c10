// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/call_report.h"
#include "baton/decision.h"
#include "baton/retry_budget_header.h"
#include "baton/stop_reason.h"
#include "benchmark/benchmark.h"

namespace baton::core {
namespace {

void BM_CallReportOneLine(benchmark::State& state) {
  CallReport report;
  report.method = "/shop.v1.Inventory/Get";
  report.target = "dns:///inventory:443";
  report.code = absl::StatusCode::kUnavailable;
  report.stop_reason = StopReason::kGrantExhausted;
  report.lasted = absl::Milliseconds(52);
  report.timeout = absl::Seconds(1);
  report.grant = report.grant_used = 2;
  for (int i = 0; i < 3; ++i) {
    AttemptReport attempt;
    attempt.code = absl::StatusCode::kUnavailable;
    attempt.lasted = absl::Microseconds(4'200);
    if (i > 0) {
      attempt.kind = RetryBudgetHeader::Kind::kRetry;
      attempt.waited = absl::Microseconds(18'300);
      attempt.wait_cause = WaitCause::kBackoff;
    }
    report.attempts.push_back(attempt);
  }
  for (auto _ : state) benchmark::DoNotOptimize(OneLine(report));
}
BENCHMARK(BM_CallReportOneLine);

}  // namespace
}  // namespace baton::core
