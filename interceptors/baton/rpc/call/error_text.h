// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_ERROR_TEXT_H_
#define BATON_RPC_CALL_ERROR_TEXT_H_

#include "absl/time/time.h"
#include "baton/call_report.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// The status with one sentence added to its message, if the call failed after
// more than one attempt: how many there were, over what time, and why there
// were no more. Code, message and details stay as they are. For whoever reads
// the error in a log of somebody else's.
grpc::Status Explained(grpc::Status status, const CallReport& report);

// The statuses of calls that this side ended.
grpc::Status Cancelled();
grpc::Status DeadlineExceeded();
grpc::Status Idle(absl::Duration limit);

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_ERROR_TEXT_H_
