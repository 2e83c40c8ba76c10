// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_ERROR_TEXT_H_
#define BATON_RPC_CALL_ERROR_TEXT_H_

#include "absl/time/time.h"
#include "baton/call_report.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// Returns `status`. If the call failed after more than one attempt, adds a
// sentence to its message: the number of attempts, the time, and why there were
// no more. Code and details stay unchanged. For readers of logs that contain
// the error.
grpc::Status Explained(grpc::Status status, const CallReport& report);

// Return the statuses of calls that the client has ended.
grpc::Status Cancelled();
grpc::Status DeadlineExceeded();
grpc::Status Idle(absl::Duration limit);

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_ERROR_TEXT_H_
