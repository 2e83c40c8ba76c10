// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/harm/runs/run.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/time.h"
#include "baton/rpc/channel/target_record.h"
#include "tests/harm/runs/driver.h"
#include "tests/harm/runs/endpoint.h"
#include "tests/harm/runs/stall_watch.h"
#include "tests/support/agenda.h"
#include "tests/support/real_time.h"

namespace baton::harm {
namespace {

// One run, from its servers to its end. The order of the fields is the reverse
// order of their destruction.
class Runner {
 public:
  Runner(const Scenario& scenario, const Subject& subject)
      : scenario_(scenario), subject_(subject), endpoint_(scenario, watch_) {}

  RunOutcome Run() {
    channel_ = NewSubjectChannel(subject_, scenario_, endpoint_.address(),
                                 endpoint_.fallback_address(), &result_.error);
    for (const auto* plans : {&scenario_.earlier, &scenario_.calls}) {
      for (std::size_t i = 0; i < plans->size(); ++i) AddCall();
    }
    if (!result_.error.empty()) return result_;
    WarmUp();
    const std::size_t earlier = scenario_.earlier.size();
    for (std::size_t i = 0; i < earlier; ++i) {
      Make(scenario_.earlier[i], i);
    }
    endpoint_.BeforeCalls();
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < scenario_.calls.size(); ++i) {
      threads.emplace_back(
          [this, i, earlier] { Make(scenario_.calls[i], earlier + i); });
    }
    Make(scenario_.calls[0], earlier);
    for (std::thread& thread : threads) thread.join();
    endpoint_.Collect(&result_);
    result_.tokens_used = TokensUsed();
    result_.stall = stall_.Longest();
    return result_;
  }

 private:
  void AddCall() {
    contexts_.push_back(std::make_unique<grpc::ClientContext>());
    result_.calls.emplace_back();
  }

  // Connects the channel, if it shall be connected before the first call.
  void WarmUp() {
    if (!scenario_.warm) return;
    const bool fails = scenario_.fault == Fault::kRefused ||
                       scenario_.fault == Fault::kReset ||
                       scenario_.fault == Fault::kHungHandshake;
    const bool connected = channel_->WaitForConnected(
        FromNow(absl::Milliseconds(fails ? 20 : 3000)));
    if (!connected && !fails) result_.error = "no connection";
  }

  void Make(const CallPlan& plan, std::size_t index) {
    grpc::ClientContext& context = *contexts_[index];
    if (plan.cancel_after > 0) {
      agenda_.After(plan.cancel_after, [&context] { context.TryCancel(); });
    }
    Drive({plan, channel_, context, result_.calls[index]});
  }

  double TokensUsed() const {
    if (subject_.defect == Defect::kCharge) return 1;
    double used = 0;
    for (const TargetGauges& gauges : rpc::AllTargetGauges().Read()) {
      if (gauges.target != endpoint_.address()) continue;
      used = std::max(used, gauges.budget_capacity - gauges.budget_level);
    }
    return used;
  }

  const Scenario& scenario_;
  const Subject& subject_;
  const Stopwatch watch_;
  RunOutcome result_;
  Endpoint endpoint_;
  std::shared_ptr<grpc::Channel> channel_;
  std::vector<std::unique_ptr<grpc::ClientContext>> contexts_;
  StallWatch stall_;
  Agenda agenda_;
};

}  // namespace

RunOutcome RunScenario(const Scenario& scenario, const Subject& subject) {
  return Runner(scenario, subject).Run();
}

}  // namespace baton::harm
