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

// The maximum size of status details. Baton ignores longer details.
inline constexpr std::size_t kMaxStatusDetailsBytes = 8 << 10;

// The data in rich error details that affect retries.
struct StatusDetails {
  // The delay in google.rpc.RetryInfo. Not negative. nullopt if there is none.
  std::optional<absl::Duration> retry_delay;
  // The reason in google.rpc.ErrorInfo. Empty if there is none.
  std::string reason;
  // The domain beside this reason. Empty if there is none.
  std::string domain;
};

// Reads grpc::Status::error_details(), a serialized google.rpc.Status. If there
// are several details of the same kind, uses the first valid one. Ignores
// details that it cannot parse and invalid delays, because details are only
// hints and peers may send any bytes.
StatusDetails ParseStatusDetails(absl::string_view details);

// Returns `status` with an additional google.rpc.RetryInfo of `delay` in its
// details. Returns `status` unchanged if it is OK, already has a RetryInfo, or
// has details that cannot be parsed.
grpc::Status WithRetryInfo(const grpc::Status& status, absl::Duration delay);

// Returns a status whose details contain google.rpc.ErrorInfo with this reason
// and the domain "baton".
grpc::Status WithErrorInfo(grpc::StatusCode code, const std::string& message,
                           absl::string_view reason);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_STATUS_DETAILS_H_
