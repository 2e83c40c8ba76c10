// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/pass_through_call.h"

#include <memory>
#include <utility>

#include "baton/rpc/call/budget_metadata.h"
#include "baton/rpc/call/outcome_of.h"
#include "baton/rpc/grpc/application_metadata.h"
#include "baton/rpc/grpc/convert.h"
#include "baton/rpc/request/context_extension.h"
#include "grpc/grpc.h"

namespace baton::rpc {
namespace {

using Metadata = std::multimap<std::string, std::string>;

}  // namespace

PassThroughCall::PassThroughCall(CallPlan& plan, grpc::ClientContext& context)
    : plan_(plan),
      context_(context),
      extension_(ContextExtension::FindOrAttach(context)),
      ledger_(plan),
      report_writer_(plan) {
  extension_.SetAuthContextOf(context.c_call());
}

PassThroughCall::~PassThroughCall() {
  if (timer_.has_value()) plan_.runtime().Cancel(*timer_);
  if (ended_) return;
  report_writer_.OnCallEnd(absl::StatusCode::kCancelled,
                           ledger_.OnCancel(started_), ledger_.progress());
}

void PassThroughCall::OnBatch(InterceptorBatchMethods& batch, bool cancelled) {
  // Checks the hook first: several threads run batches of a stream, and each
  // may read only the data of its own hooks.
  if (batch.QueryInterceptionHookPoint(Hook::PRE_SEND_INITIAL_METADATA)) {
    OnSendMetadata(batch, cancelled);
  }
  if (batch.QueryInterceptionHookPoint(Hook::POST_RECV_STATUS)) {
    OnStatus(*batch.GetRecvStatus());
  }
}

void PassThroughCall::OnSendMetadata(InterceptorBatchMethods& batch,
                                     bool cancelled) {
  const MutexLock lock(mutex_);
  if (started_ || ended_ || cancelled) return;
  if (plan_.policy->mode == Mode::kEnforce && plan_.deadline.rejected) {
    ApplicationCall(context_.c_call())
        .EndWith(GRPC_STATUS_INVALID_ARGUMENT,
                 "call has no deadline, and the policy rejects such calls "
                 "(deadline.missing: REJECT); set a deadline on the "
                 "ClientContext");
    return;
  }
  started_ = true;
  Metadata& map = *batch.GetSendInitialMetadata();
  attempt_ = ledger_.StartAttempt();
  ApplicationMetadata metadata(map);
  // The callee would obey the header, so Baton does not send it in observe
  // mode.
  if (plan_.policy->mode == Mode::kEnforce) {
    SetBudgetMetadata(attempt_.header, metadata);
  }
  report_writer_.OnAttemptStart(attempt_, metadata);
  if (plan_.enforced != plan_.own_deadline) EnforceDeadline(map);
}

void PassThroughCall::EnforceDeadline(Metadata& metadata) {
  const Deadline deadline = plan_.enforced;
  if (plan_.own_deadline.IsNone()) {
    ApplicationMetadata(metadata).SetTimeout(
        deadline.Remaining(plan_.runtime().Now()));
  }
  const auto call = std::make_shared<ApplicationCall>(context_.c_call());
  timer_ = plan_.runtime().Schedule(deadline.time(), [call] {
    call->EndWith(GRPC_STATUS_DEADLINE_EXCEEDED, "Deadline Exceeded");
  });
}

Decision PassThroughCall::RecordAttemptEnd(const grpc::Status& status) {
  AttemptOutcome outcome =
      OutcomeOf(plan_, status, context_, Enders::kAlsoOthers);
  if (status.ok()) {
    // The hook may run long after the response has arrived. gRPC has already
    // enforced the deadline.
    outcome.code = absl::StatusCode::kOk;
    outcome.origin = AttemptOrigin::kServer;
  }
  Decision decision = ledger_.OnOnlyAttemptEnd(attempt_, outcome);
  if (decision.reason == StopReason::kObserveOnly &&
      plan_.policy->mode == Mode::kEnforce) {
    // Policy and grant allow a retry, but a pass-through call cannot make one.
    decision.reason = plan_.grant == 0 && plan_.policy->retry.max_attempts > 1
                          ? StopReason::kNoGrant
                          : StopReason::kRetriesDisabled;
  }
  report_writer_.OnAttemptEnd(attempt_, plan_.runtime().Now(), outcome,
                              &decision);
  return decision;
}

void PassThroughCall::OnStatus(const grpc::Status& status) {
  const MutexLock lock(mutex_);
  if (ended_) return;
  ended_ = true;
  if (timer_.has_value()) plan_.runtime().Cancel(*timer_);
  const absl::StatusCode code = FromGrpcCode(status.error_code());
  Decision decision;
  if (started_) {
    decision = RecordAttemptEnd(status);
    ledger_.OnCallEnd(code);
  } else {
    // Nothing was sent, so the request cannot have taken effect.
    decision.reason = code == absl::StatusCode::kCancelled
                          ? StopReason::kCancelled
                      : code == absl::StatusCode::kDeadlineExceeded
                          ? StopReason::kNotEnoughTime
                          : StopReason::kNotRetryable;
  }
  extension_.SetReport(
      report_writer_.OnCallEnd(code, decision, ledger_.progress()));
}

}  // namespace baton::rpc
