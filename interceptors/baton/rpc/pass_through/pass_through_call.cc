// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/pass_through/pass_through_call.h"

#include <memory>
#include <utility>

#include "baton/core/wire/retry_budget_codec.h"
#include "baton/rpc/call/budget_metadata.h"
#include "baton/rpc/call/error_text.h"
#include "baton/rpc/call/outcome_of.h"
#include "baton/rpc/call/response_details.h"
#include "baton/rpc/grpc/application_metadata.h"
#include "baton/rpc/grpc/convert.h"
#include "baton/rpc/request/context_extension.h"
#include "grpc/grpc.h"

namespace baton::rpc {

PassThroughCall::PassThroughCall(CallPlan&& plan, grpc::ClientContext& context)
    : plan_(std::move(plan)),
      context_(context),
      deadline_(plan_),
      ledger_(plan_),
      report_writer_(plan_) {
  // The application has set overrides or a request. Its auth context is then an
  // object of Baton.
  if (ContextExtension* const extension = ContextExtension::Find(context)) {
    extension->SetAuthContextOf(context.c_call());
  }
}

PassThroughCall::PassThroughCall(CallPlan&& plan, grpc::ClientContext& context,
                                 const FirstAttempt& first)
    : PassThroughCall(std::move(plan), context) {
  attempt_ = first.facts;
  ledger_.Resume(first);
  report_writer_.NoteAttemptStart(attempt_);
  state_.SetStarted();
}

PassThroughCall::~PassThroughCall() {
  deadline_.Stop();
  if (state_.HasEnded()) return;
  report_writer_.EndCall(absl::StatusCode::kCancelled,
                         ledger_.OnCancel(state_.IsStarted()),
                         ledger_.progress());
}

void PassThroughCall::OnBatch(InterceptorBatchMethods* batch) {
  OnHooks(*batch);
  batch->Proceed();
}

void PassThroughCall::OnHooks(InterceptorBatchMethods& batch) {
  // Checks the hook first: several threads run batches of a stream, and each
  // may read only the data of its own hooks.
  if (batch.QueryInterceptionHookPoint(Hook::PRE_SEND_INITIAL_METADATA)) {
    OnSendMetadata(batch);
  } else {
    // A corked stream may wait for its status long before it sends anything. A
    // batch that only receives has no hook at its start.
    deadline_.Start(context_.c_call());
  }
  // There is no message if the stream has ended.
  if (plan_.kind != CallKind::kUnary &&
      batch.QueryInterceptionHookPoint(Hook::POST_RECV_MESSAGE) &&
      batch.GetRecvMessage() != nullptr) {
    OnMessage();
  }
  if (batch.QueryInterceptionHookPoint(Hook::POST_RECV_STATUS)) {
    OnStatus(*batch.GetRecvStatus());
  }
}

void PassThroughCall::OnSendMetadata(InterceptorBatchMethods& batch) {
  if (cancelled_) return;
  if (!plan_.rejection.ok()) {
    // The numbers of the codes are the same.
    return Reject(static_cast<grpc_status_code>(plan_.rejection.code()),
                  std::string(plan_.rejection.message()));
  }
  if (plan_.policy->mode == Mode::kEnforce && plan_.deadline.rejected) {
    return Reject(GRPC_STATUS_INVALID_ARGUMENT,
                  "call has no deadline, and the policy rejects such calls "
                  "(deadline.missing: REJECT); set a deadline on the "
                  "ClientContext");
  }
  if (!state_.BeginStart()) return;
  attempt_ = ledger_.StartAttempt();
  MetadataChanges changes;
  ApplicationMetadata metadata(*batch.GetSendInitialMetadata(), changes);
  if (plan_.sends_header && !plan_.IsExternal()) {
    SetBudgetMetadata(attempt_.header, metadata);
  } else {
    // The handler may have copied it from its request.
    metadata.Remove(core::kRetryBudgetKey);
  }
  SetKeyMetadata(plan_, metadata);
  report_writer_.OnAttemptStart(attempt_, metadata);
  const Deadline deadline = plan_.enforced;
  if (deadline != plan_.own_deadline && plan_.own_deadline.IsNone()) {
    metadata.SetTimeout(deadline.Remaining(plan_.runtime().Now()));
  }
  deadline_.Start(context_.c_call());
  state_.EndStart();
}

void PassThroughCall::Reject(grpc_status_code code,
                             const std::string& message) {
  ApplicationCall(context_.c_call()).EndWith(code, message.c_str());
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
  const ResponseDetails details(plan_, attempt_, status, context_);
  report_writer_.OnResponse({attempt_, outcome, details});
  Decision decision = ledger_.OnOnlyAttemptEnd({attempt_, outcome, details});
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

void PassThroughCall::OnMessage() {
  // Another thread may end the call at the same time.
  if (state_.IsStarted()) ledger_.OnStreamAnswer(attempt_);
}

void PassThroughCall::OnStatus(grpc::Status& status) {
  const std::optional<bool> was_started = state_.End();
  if (!was_started.has_value()) return;
  deadline_.Stop();
  const absl::StatusCode code = FromGrpcCode(status.error_code());
  Decision decision;
  if (*was_started) {
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
  report_writer_.EndCall(code, decision, ledger_.progress());
  if (!status.ok() && plan_.policy->mode == Mode::kEnforce &&
      plan_.channel->options().explain_errors) {
    status = Explained(std::move(status), report_writer_.Report());
  }
}

}  // namespace baton::rpc
