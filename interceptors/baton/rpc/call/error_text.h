// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_ERROR_TEXT_H_
#define BATON_RPC_CALL_ERROR_TEXT_H_

#include "absl/time/time.h"
#include "baton/call_report.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// Returns `status`. If the call failed after more than one attempt, adds a
// sentence to the error message: the number of attempts, the time, and why
// there were no more attempts. Also adds whether the outcome is unknown. The
// code and the details stay unchanged. The sentence helps readers of logs that
// contain the error. Does not change the status of a call that was cancelled on
// this side.
//
// If the only attempt of a call failed, adds "(outcome unknown)" if it applies,
// but only to texts of gRPC on this side: see IsOwnText(). A text that a server
// wrote is part of its answer, and the call must not end otherwise than on a
// channel without Baton.
grpc::Status Explained(grpc::Status status, const CallReport& report);

// Returns the status of a call that was cancelled on this side, with the
// message of gRPC.
grpc::Status Cancelled();
// Returns the status of a call whose deadline has passed.
grpc::Status DeadlineExceeded();
// Returns the status of a stream whose idle timeout `limit` has expired.
grpc::Status Idle(absl::Duration limit);
// Returns the status of a stream whose first-answer timeout `limit` has
// expired.
grpc::Status NoAnswer(absl::Duration limit);
// Returns the status of a call whose connect timeout `limit` has expired.
grpc::Status NotConnected(absl::Duration limit);

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_ERROR_TEXT_H_
