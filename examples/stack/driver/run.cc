// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/driver/run.h"

#include <algorithm>
#include <memory>

#include "absl/status/status.h"
#include "baton/real_clock.h"

namespace baton::stack {
namespace {

constexpr absl::Duration kTick = absl::Milliseconds(250);

MonotonicTime Now() { return RealClock().Now(); }

class Runner {
 public:
  Runner(const Scenario& scenario, Setup& setup, Interruption& interruption,
         Progress* progress)
      : scenario_(scenario),
        setup_(setup),
        interruption_(interruption),
        progress_(progress) {}

  absl::StatusOr<Outcome> Run() {
    absl::Status status = setup_.stack().SetFaults(scenario_.fair);
    if (!status.ok()) return status;
    load_ = setup_.StartLoad(scenario_.requests_per_second);
    started_ = Now();
    seen_store_ = Store().received();
    status = Pass(Tick::Phase::kBefore, scenario_.before);
    if (!status.ok()) return status;

    const MonotonicTime from = Now();
    status = BeginTrouble();
    if (status.ok()) {
      status =
          Pass(Tick::Phase::kTrouble, scenario_.lasts - scenario_.restart_time);
    }
    if (!status.ok()) return status;
    MonotonicTime to = Now();
    status = EndTrouble();
    // A killed store is back when it serves again.
    if (scenario_.crash) to = Now();
    if (status.ok()) status = Pass(Tick::Phase::kAfter, scenario_.after);
    if (!status.ok()) return status;
    return Judge(setup_.Finish(load_.get()), from, to);
  }

 private:
  const CallTally& Store() {
    return setup_.stack().tally(::shop::v1::LAYER_STORE);
  }

  absl::Status BeginTrouble() {
    if (!scenario_.crash) {
      return setup_.stack().SetFaults(scenario_.trouble);
    }
    setup_.stack().Kill(::shop::v1::LAYER_STORE);
    return absl::OkStatus();
  }

  absl::Status EndTrouble() {
    if (!scenario_.crash) return setup_.stack().SetFaults(scenario_.fair);
    return setup_.stack().Restart(::shop::v1::LAYER_STORE);
  }

  absl::Status Pass(Tick::Phase phase, absl::Duration time) {
    const MonotonicTime end = Now() + time;
    while (Now() < end) {
      if (interruption_.WaitUntil(std::min(end, Now() + kTick))) {
        return absl::CancelledError("interrupted");
      }
      Report(phase);
    }
    return absl::OkStatus();
  }

  void Report(Tick::Phase phase) {
    if (progress_ == nullptr) return;
    const absl::Duration whole =
        scenario_.before + scenario_.lasts + scenario_.after;
    const Load::Count count = load_->Now();
    const uint64_t store = Store().received();
    Tick tick;
    tick.phase = phase;
    tick.progress = std::min(1.0, absl::FDivDuration(Now() - started_, whole));
    tick.succeeded = count.succeeded - seen_.succeeded;
    tick.failed = count.failed - seen_.failed;
    tick.store_load = static_cast<double>(store - seen_store_) /
                      std::max(1, count.started - seen_.started);
    seen_ = count;
    seen_store_ = store;
    progress_->OnTick(tick);
  }

  Outcome Judge(const RequestLog& log, MonotonicTime from, MonotonicTime to) {
    const MonotonicTime middle = from + (to - from) / 2;
    Outcome outcome;
    outcome.trouble = log.Window(from, to, Store());
    outcome.best_quantile =
        log.BestQuantile(from, to, setup_.stack().options().seed,
                         scenario_.trouble.fail_ratio(), kAttempts);
    outcome.second_half = log.Window(middle, to, Store());
    outcome.late = log.Window(to + absl::Seconds(1),
                              MonotonicTime::InfiniteFuture(), Store());
    outcome.recovered = log.RecoveredAfter(to);
    outcome.worst_call_site = setup_.WorstCallSite(log);
    outcome.hanging = log.Hanging();
    return outcome;
  }

  const Scenario& scenario_;
  Setup& setup_;
  Interruption& interruption_;
  Progress* const progress_;
  std::unique_ptr<Load> load_;
  MonotonicTime started_;
  Load::Count seen_;
  uint64_t seen_store_ = 0;
};

}  // namespace

absl::StatusOr<Outcome> Run(const Scenario& scenario, Setup& setup,
                            Interruption& interruption, Progress* progress) {
  return Runner(scenario, setup, interruption, progress).Run();
}

}  // namespace baton::stack
