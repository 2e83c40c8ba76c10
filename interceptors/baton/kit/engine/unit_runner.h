// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_ENGINE_UNIT_RUNNER_H_
#define BATON_KIT_ENGINE_UNIT_RUNNER_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "baton/core/decision/call_progress.h"
#include "baton/core/decision/unit_rules.h"
#include "baton/decision.h"
#include "baton/kit/engine/unit_group.h"
#include "baton/kit/retry_unit_options.h"
#include "baton/kit/unit_attempt.h"
#include "baton/kit/unit_observer.h"
#include "baton/kit/unit_report.h"
#include "baton/policy/method_policy.h"
#include "baton/rpc/request/request_link.h"
#include "baton/rpc/runtime/runtime.h"
#include "baton/status_classifier.h"
#include "grpcpp/support/status.h"

namespace baton::kit {

// Executes a unit once, from its first run to its end. Lives on the stack of
// RetryUnit::Run(), and is used on that thread only.
class UnitRunner {
 public:
  using Body = std::function<grpc::Status(UnitAttempt&)>;

  // `options` and `runtime` must outlive this object.
  UnitRunner(const RetryUnitOptions& options, rpc::Runtime& runtime);

  // Runs the unit. Call it once.
  grpc::Status Run(const Body& body);

  const UnitReport& report() const { return report_; }

 private:
  // The result of one run of the body.
  struct RunResult {
    grpc::Status status;
    UnitGroup::Result group;
    // The member that failed with the status of the body. Null if there is
    // none.
    const UnitGroup::Member* cause = nullptr;
  };

  RunResult RunBody(const Body& body);
  // Decides what follows a failed run. Returns whether a replay follows, after
  // the wait of `decision`. Otherwise the report has the reason.
  bool DecideReplay(RunResult& result, Decision& decision);
  Decision Admit(const UnitGroup::Member& cause, const AttemptOutcome& outcome,
                 const AttemptDetails& details);
  Verified Verify();
  bool MayVerify(absl::Duration wait);
  // Waits. Returns the reason if the unit ends before.
  std::optional<StopReason> Wait(absl::Duration delay);
  // Gives back what a replay has paid that does not start.
  void CancelReplay(const Decision& decision);
  // Gives back the tokens of replays that helped.
  void OnSaved();
  // Ends the unit without a further run.
  bool Stop(StopReason reason, bool outcome_unknown);
  grpc::Status Finish(grpc::Status status);
  const Classifier& classifier() const;

  const RetryUnitOptions& options_;
  rpc::Runtime& runtime_;
  const StatusClassifier default_classifier_;
  const std::string description_;
  // The policy of the unit as the policy of one call. Its calls are checked
  // before a decision, so the call counts as idempotent.
  const MethodPolicy policy_;

  const std::shared_ptr<rpc::RequestRecord> request_;
  rpc::RequestLink link_;
  const MonotonicTime started_at_;
  core::CallProgress progress_;
  core::CallGrant verify_grant_;
  RunsByMethod runs_by_method_;
  // The channel whose target was paid for the latest replay.
  std::shared_ptr<const rpc::ChannelState> paid_;
  // Whether an earlier run may have taken effect.
  bool effect_possible_ = false;
  std::unique_ptr<UnitObserver> observer_;
  UnitReport report_;
};

}  // namespace baton::kit

#endif  // BATON_KIT_ENGINE_UNIT_RUNNER_H_
