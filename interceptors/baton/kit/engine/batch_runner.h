// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_ENGINE_BATCH_RUNNER_H_
#define BATON_KIT_ENGINE_BATCH_RUNNER_H_

#include <functional>
#include <memory>
#include <string>

#include "baton/core/decision/attempt_admission.h"
#include "baton/core/decision/call_progress.h"
#include "baton/core/limits/process_budget.h"
#include "baton/decision.h"
#include "baton/kit/batch_end.h"
#include "baton/kit/leftovers_options.h"
#include "baton/policy/method_policy.h"
#include "baton/rpc/channel/channel_state.h"
#include "baton/rpc/request/request_link.h"
#include "baton/rpc/runtime/runtime.h"

namespace baton::kit {

// Executes one batch. Lives on the stack of RunRounds(), and is used on that
// thread only.
class BatchRunner {
 public:
  // `runtime` must outlive this object.
  BatchRunner(const LeftoversOptions& options, rpc::Runtime& runtime);

  // Runs the batch. Call it once.
  BatchEnd Run(int items, const std::function<RoundResult()>& round);

 private:
  RoundResult RunRound(const std::function<RoundResult()>& round);
  // Returns the limits of the target of the last round.
  core::TargetLimits limits();
  Decision Decide(int sent, int left);
  // Waits. Returns false if the request of the batch has ended before.
  bool Wait(const Decision& decision);
  BatchEnd Finish(int items, int left, const grpc::Status& last);

  rpc::Runtime& runtime_;
  const std::string description_;
  const MethodPolicy policy_;

  const std::shared_ptr<rpc::RequestRecord> request_;
  rpc::RequestLink link_;
  const MonotonicTime started_at_;
  core::CallProgress progress_;
  // The budget of calls on channels without Baton, which have none.
  core::ProcessBudget no_budget_;
  // The channel of the last round, and the paid channel. Null for a channel
  // without Baton.
  std::shared_ptr<const rpc::ChannelState> channel_;
  std::shared_ptr<const rpc::ChannelState> paid_;
  LeftoversReport report_;
};

}  // namespace baton::kit

#endif  // BATON_KIT_ENGINE_BATCH_RUNNER_H_
