// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_REJECTION_STATUS_H_
#define BATON_RPC_SERVER_REJECTION_STATUS_H_

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/request_report.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// Returns the status of a rejected request. `remaining` is the time until its
// deadline when the request arrived. `min_remaining` is the option of this name
// in ExpiredRequestOptions.
inline grpc::Status RejectionStatus(RequestRejection rejection,
                                    absl::Duration remaining,
                                    absl::Duration min_remaining) {
  if (rejection == RequestRejection::kCancelled) {
    return grpc::Status(
        grpc::StatusCode::CANCELLED,
        "request rejected: it was cancelled before its handler started");
  }
  if (rejection == RequestRejection::kExpired) {
    return grpc::Status(grpc::StatusCode::DEADLINE_EXCEEDED,
                        "request rejected: its deadline had passed on arrival");
  }
  const absl::Duration left = absl::Floor(remaining, absl::Microseconds(100));
  return grpc::Status(
      grpc::StatusCode::DEADLINE_EXCEEDED,
      absl::StrCat("request rejected: ", absl::FormatDuration(left),
                   " left of its deadline, more than ",
                   absl::FormatDuration(min_remaining), " required"));
}

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_REJECTION_STATUS_H_
