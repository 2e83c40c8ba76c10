// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream_books.h"

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/rpc/attempt_context.h"
#include "baton/rpc/call_places.h"
#include "baton/rpc/context_access.h"
#include "baton/rpc/convert.h"
#include "baton/rpc/error_text.h"
#include "baton/rpc/real_clock.h"

namespace baton::rpc {
namespace {

// For how long gRPC may be late with the end of an attempt.
constexpr absl::Duration kOverdueAfter = absl::Milliseconds(10);

}  // namespace

StreamBooks::StreamBooks(CapturedCall&& captured,
                         grpc::internal::RpcMethod::RpcType type)
    : captured_(std::move(captured)),
      // The plan's own name goes into the report.
      target_{captured_.channel_below,
              std::make_shared<const std::string>(captured_.plan.method), type},
      channel_(ChannelOf(*captured_.outer)),
      extension_(ContextExtension::FindOrAttach(*captured_.outer)),
      keeps_extension_(StoredAuthContext(*captured_.outer)),
      ledger_(captured_.plan),
      recorder_(captured_.plan) {}

void StreamBooks::ReleaseOuter() {
  const std::lock_guard<std::mutex> lock(outer_mutex_);
  outer_released_ = true;
}

void StreamBooks::SetMetadata(
    std::multimap<std::string, std::string>&& metadata) {
  captured_.metadata = std::move(metadata);
}

std::shared_ptr<StreamAttempt> StreamBooks::MakeAttempt(
    std::shared_ptr<StreamOwner> owner) {
  std::shared_ptr<StreamAttempt> attempt;
  {
    const std::lock_guard<std::mutex> lock(outer_mutex_);
    if (outer_released_) return nullptr;
    const AttemptFacts facts = StartAttempt(captured_, ledger_);
    StreamTarget target = target_;
    if (facts.fallback > 0) {
      target.channel = ChannelAt(captured_, facts.fallback);
    }
    attempt =
        std::make_shared<StreamAttempt>(std::move(owner), std::move(target));
    attempt->facts = facts;
    PrepareAttempt(captured_, attempt->facts, &attempt->context);
  }
  AttemptContextMetadata metadata(attempt->context);
  recorder_.OnAttemptStart(attempt->facts, metadata);
  return attempt;
}

core::MonotonicTime StreamBooks::LateAt(const StreamAttempt& attempt,
                                        core::MonotonicTime since) const {
  AttemptFacts facts = attempt.facts;
  facts.started_at = since;
  return std::min(ledger_.LateAt(facts), OverdueAt());
}

bool StreamBooks::IsLate() const {
  return captured_.plan.deadline.deadline.HasPassed(RealClock().Now());
}

core::MonotonicTime StreamBooks::OverdueAt() const {
  return captured_.plan.deadline.deadline.time() + kOverdueAfter;
}

core::Decision StreamBooks::OnAttemptEnd(const StreamAttempt& attempt) {
  core::AttemptOutcome outcome = ledger_.OutcomeOf(
      attempt.status, attempt.context,
      captured_.parent.get() == nullptr ? CallLedger::Enders::kNobody
                                        : CallLedger::Enders::kAlsoOthers);
  if (attempt.status.ok()) {
    // It may be looked at long after it came; gRPC has seen to the deadline.
    outcome.code = absl::StatusCode::kOk;
    outcome.origin = core::AttemptOrigin::kServer;
  }
  return Settle(attempt, outcome);
}

core::Decision StreamBooks::OnUnreadable(const StreamAttempt& attempt,
                                         const grpc::Status& status) {
  core::AttemptOutcome outcome;
  outcome.code = FromGrpcCode(status.error_code());
  outcome.origin = core::AttemptOrigin::kNoAnswer;
  return Settle(attempt, outcome);
}

core::Decision StreamBooks::OnOverdue(const StreamAttempt& attempt) {
  core::AttemptOutcome outcome;
  outcome.code = absl::StatusCode::kDeadlineExceeded;
  outcome.origin = core::AttemptOrigin::kCallDeadline;
  return Settle(attempt, outcome);
}

core::Decision StreamBooks::Settle(const StreamAttempt& attempt,
                                   const core::AttemptOutcome& outcome) {
  const core::Decision decision = ledger_.OnAttemptEnd(attempt.facts, outcome);
  recorder_.OnAttemptEnd(attempt.facts, RealClock().Now(), outcome, &decision);
  if (decision.retry) recorder_.OnWait(decision);
  return decision;
}

core::Decision StreamBooks::OnLate(const StreamAttempt& attempt) {
  core::AttemptOutcome late;
  const core::Decision decision = ledger_.OnLate(attempt.facts, &late);
  if (decision.retry) {
    recorder_.OnAttemptEnd(attempt.facts, RealClock().Now(), late, &decision);
    recorder_.OnWait(decision);
  }
  return decision;
}

void StreamBooks::SetWinner(StreamAttempt& winner) {
  if (has_winner_) return;
  has_winner_ = true;
  extension_.SetAuthContextOf(winner.context.c_call());
}

grpc::Status StreamBooks::OnCallEnd(grpc::Status status,
                                    const core::Decision& decision) {
  const absl::StatusCode code = FromGrpcCode(status.error_code());
  ledger_.OnCallEnd(code);
  std::unique_ptr<const core::CallReport> report =
      recorder_.OnCallEnd(code, decision, ledger_.progress());
  if (captured_.plan.channel->options().explain_errors) {
    status = Explained(std::move(status), *report);
  }
  extension_.SetReport(std::move(report));
  return status;
}

}  // namespace baton::rpc
