// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// How UnaryCall continues a HealthyCall.

#include <utility>

#include "baton/rpc/unary/unary_call.h"

namespace baton::rpc {

void UnaryCall::ResumeInPlace(StartedInPlace&& started) {
  // Nobody else can be on the strand yet, so it is done when this returns.
  Post([&started](UnaryCall& call) { call.HandleResumeInPlace(started); });
}

void UnaryCall::OnInPlaceTimer() {
  Post([](UnaryCall& call) { call.HandleInPlaceTimer(); });
}

void UnaryCall::HandleResumeInPlace(StartedInPlace& started) {
  strand_.AssertOn();
  state_ = State::kInPlace;
  running_.SetInPlace(true);
  ledger_.Resume(started.first);
  running_.late().TakeOver(*started.late);
  in_place_.emplace(*started.batch, started.message,
                    captured_.application_context->c_call(),
                    started.first.facts,
                    /*is_sync=*/!driver_->StartsOnAnyThread(), runtime());
  in_place_->metadata_changes() = std::move(started.changes);
  in_place_->SetConnected(started.late->was_connected());
  request_.OnAttemptStarted();
  report_writer_.NoteAttemptStart(started.first.facts);
  report_writer_.SetLateStopReason(started.first.facts,
                                   started.late->stop_reason());
}

}  // namespace baton::rpc
