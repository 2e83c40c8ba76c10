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

// Longer details are not looked at.
inline constexpr std::size_t kMaxStatusDetailsBytes = 8 << 10;

// The two rich error details that bear on retries.
struct StatusDetails {
  // google.rpc.RetryInfo.retry_delay. Not negative.
  std::optional<absl::Duration> retry_delay;
  // google.rpc.ErrorInfo.reason. Empty if there was none.
  std::string reason;
};

// Reads grpc::Status::error_details(): a serialized google.rpc.Status. Of
// several details of one kind the first counts. What cannot be read is as if
// it were not there, and so is a delay that is no valid duration: details are
// hints, and peers put all kinds of bytes there.
StatusDetails ParseStatusDetails(absl::string_view details);

// `status` with a google.rpc.RetryInfo of `delay` among its details. As it is
// if it is OK or has one already, or has details that nobody could read.
grpc::Status WithRetryInfo(const grpc::Status& status, absl::Duration delay);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_STATUS_DETAILS_H_
