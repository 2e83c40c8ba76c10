// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream_books.h"

#include <utility>

#include "absl/status/status.h"
#include "baton/core/attempt_outcome.h"
#include "baton/rpc/attempt_headers.h"
#include "baton/rpc/context_access.h"
#include "baton/rpc/convert.h"
#include "baton/rpc/error_text.h"
#include "baton/rpc/watched_parent.h"

namespace baton::rpc {

StreamBooks::StreamBooks(StreamOpening&& opening)
    : opening_(std::move(opening)),
      extension_(ContextExtension::FindOrAttach(*opening_.outer)),
      keeps_extension_(StoredAuthContext(*opening_.outer)),
      ledger_(opening_.plan),
      recorder_(opening_.plan),
      watched_parent_(
          WatchedParent(*opening_.outer, opening_.parent, opening_.plan)) {}

void StreamBooks::WatchParent(std::function<void()> on_end) {
  if (watched_parent_ != nullptr) {
    parent_watch_.Start(watched_parent_, std::move(on_end));
  }
}

void StreamBooks::SetMetadata(
    std::multimap<std::string, std::string>&& metadata) {
  metadata_ = std::move(metadata);
}

std::shared_ptr<StreamAttempt> StreamBooks::MakeAttempt(
    std::shared_ptr<StreamOwner> owner) {
  auto attempt =
      std::make_shared<StreamAttempt>(std::move(owner), opening_.target);
  attempt->facts = ledger_.StartAttempt();
  PrepareAttemptContext(*opening_.outer, metadata_,
                        opening_.plan.deadline.deadline, opening_.parent.get(),
                        &attempt->context);
  if (opening_.plan.wait_for_ready) attempt->context.set_wait_for_ready(true);
  AttemptContextMetadata metadata(attempt->context);
  SetAttemptHeaders(attempt->facts, metadata);
  recorder_.OnAttemptStart(attempt->facts, metadata);
  return attempt;
}

core::MonotonicTime StreamBooks::LateAt(const StreamAttempt& attempt,
                                        core::MonotonicTime since) const {
  AttemptFacts facts = attempt.facts;
  facts.started_at = since;
  return ledger_.LateAt(facts);
}

core::Decision StreamBooks::OnAttemptEnd(const StreamAttempt& attempt) {
  core::AttemptOutcome outcome = ledger_.OutcomeOf(
      attempt.status, attempt.context,
      opening_.parent.get() == nullptr ? CallLedger::Enders::kNobody
                                       : CallLedger::Enders::kAlsoOthers);
  if (attempt.status.ok()) {
    // It may be looked at long after it came; gRPC has seen to the deadline.
    outcome.code = absl::StatusCode::kOk;
    outcome.origin = core::AttemptOrigin::kServer;
  }
  const core::Decision decision = ledger_.OnAttemptEnd(attempt.facts, outcome);
  recorder_.OnAttemptEnd(attempt.facts, outcome, decision);
  if (decision.retry) recorder_.OnWait(decision);
  return decision;
}

core::Decision StreamBooks::OnLate(const StreamAttempt& attempt) {
  core::AttemptOutcome late;
  const core::Decision decision = ledger_.OnLate(attempt.facts, &late);
  if (decision.retry) {
    recorder_.OnAttemptEnd(attempt.facts, late, decision);
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
  if (opening_.plan.channel->options().explain_errors) {
    status = Explained(std::move(status), *report);
  }
  extension_.SetReport(std::move(report));
  return status;
}

}  // namespace baton::rpc
