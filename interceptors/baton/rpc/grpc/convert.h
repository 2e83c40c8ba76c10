// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_CONVERT_H_
#define BATON_RPC_GRPC_CONVERT_H_

#include <chrono>

#include "absl/status/status.h"
#include "baton/deadline.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/runtime/runtime.h"
#include "grpc/support/time.h"
#include "grpcpp/support/status_code_enum.h"

namespace baton::rpc {

// Returns the code with the same number in Abseil. Returns kUnknown for an
// unknown number.
absl::StatusCode FromGrpcCode(grpc::StatusCode code);
// Returns the code with the same number in gRPC. Returns UNKNOWN for an unknown
// number.
grpc::StatusCode ToGrpcCode(absl::StatusCode code);

// Converts the value of `ClientContext::raw_deadline()`, from any clock. For a
// deadline on the wall clock, computes the time that is left now. Later changes
// of the wall clock then have no effect. The infinite future means no deadline.
Deadline FromGrpcDeadline(gpr_timespec deadline,
                          MonotonicTime now = Runtime::Process().Now());

// Converts the value of `ServerContext::deadline()` in the same way.
Deadline FromGrpcDeadline(std::chrono::system_clock::time_point deadline,
                          MonotonicTime now = Runtime::Process().Now());

// Converts a deadline to a value for `ClientContext::set_deadline()`, a point
// on gRPC's monotonic clock. If the deadline is outside the range of that
// clock, returns the infinite future or the infinite past.
gpr_timespec ToGrpcDeadline(Deadline deadline);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_CONVERT_H_
