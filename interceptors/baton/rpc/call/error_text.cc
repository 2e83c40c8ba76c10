// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/error_text.h"

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/rpc/grpc/own_text.h"

namespace baton::rpc {
namespace {

// Returns whether the message says too little about the only attempt.
bool LacksOutcome(const grpc::Status& status, const CallReport& report) {
  return report.attempts.size() == 1 && report.outcome_unknown &&
         report.attempts.front().origin != AttemptOrigin::kServer &&
         IsOwnText(status.error_message());
}

}  // namespace

grpc::Status Explained(grpc::Status status, const CallReport& report) {
  if (status.ok() || report.stop_reason == StopReason::kCancelled) {
    return status;
  }
  if (LacksOutcome(status, report)) {
    return grpc::Status(
        status.error_code(),
        absl::StrCat(status.error_message(), " (outcome unknown)"),
        status.error_details());
  }
  if (report.attempts.size() < 2) return status;
  const absl::Duration lasted =
      absl::Floor(report.lasted, absl::Milliseconds(1));
  return grpc::Status(
      status.error_code(),
      absl::StrCat(status.error_message(), " (", report.attempts.size(),
                   " attempts in ", absl::FormatDuration(lasted),
                   ", no retry: ", ToString(report.stop_reason),
                   report.outcome_unknown ? ", outcome unknown)" : ")"),
      status.error_details());
}

grpc::Status Cancelled() {
  return grpc::Status(grpc::StatusCode::CANCELLED, "CANCELLED");
}

grpc::Status DeadlineExceeded() {
  return grpc::Status(grpc::StatusCode::DEADLINE_EXCEEDED, "Deadline Exceeded");
}

grpc::Status Idle(absl::Duration limit) {
  return grpc::Status(
      grpc::StatusCode::DEADLINE_EXCEEDED,
      absl::StrCat("no message for ", absl::FormatDuration(limit)));
}

grpc::Status NoAnswer(absl::Duration limit) {
  return grpc::Status(
      grpc::StatusCode::DEADLINE_EXCEEDED,
      absl::StrCat("no answer for ", absl::FormatDuration(limit)));
}

grpc::Status NotConnected(absl::Duration limit) {
  return grpc::Status(
      grpc::StatusCode::UNAVAILABLE,
      absl::StrCat("no connection for ", absl::FormatDuration(limit)));
}

}  // namespace baton::rpc
