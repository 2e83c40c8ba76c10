// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_STATUS_DETAILS_H_
#define BATON_RPC_GRPC_STATUS_DETAILS_H_

#include <cstddef>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// Longer details are ignored.
inline constexpr std::size_t kMaxStatusDetailsBytes = 8 << 10;

// The two kinds of rich error details that affect retries.
struct StatusDetails {
  // google.rpc.RetryInfo.retry_delay. Not negative. Unset if there was none.
  std::optional<absl::Duration> retry_delay;
  // google.rpc.ErrorInfo.reason. Empty if there was none.
  std::string reason;
};

// Reads grpc::Status::error_details(), a serialized google.rpc.Status. Uses the
// first of several details of the same kind. Details are hints, and peers may
// send any bytes. Unreadable details and invalid delays are therefore ignored.
StatusDetails ParseStatusDetails(absl::string_view details);

// Returns `status` with a google.rpc.RetryInfo of `delay` in its details.
// Returns it unchanged if it is OK, already has a RetryInfo, or has unreadable
// details.
grpc::Status WithRetryInfo(const grpc::Status& status, absl::Duration delay);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_STATUS_DETAILS_H_
