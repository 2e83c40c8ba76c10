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

// Convert status codes, which have the same numbers on both sides. An unknown
// number becomes kUnknown, as in gRPC.
absl::StatusCode FromGrpcCode(grpc::StatusCode code);
grpc::StatusCode ToGrpcCode(absl::StatusCode code);

// Converts `ClientContext::raw_deadline()` of any clock. For a wall clock
// deadline, uses the time that is left now: later changes of that clock have no
// effect. The infinite future means no deadline.
Deadline FromGrpcDeadline(gpr_timespec deadline,
                          MonotonicTime now = Runtime::Process().Now());

// Converts `ServerContext::deadline()` in the same way.
Deadline FromGrpcDeadline(std::chrono::system_clock::time_point deadline,
                          MonotonicTime now = Runtime::Process().Now());

// Converts a deadline for `ClientContext::set_deadline()`: a point on gRPC's
// monotonic clock. A deadline outside its range becomes the infinite future or
// past.
gpr_timespec ToGrpcDeadline(Deadline deadline);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_CONVERT_H_
