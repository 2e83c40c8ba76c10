// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_CONVERT_H_
#define BATON_RPC_GRPC_CONVERT_H_

#include <chrono>

#include "absl/status/status.h"
#include "baton/deadline.h"
#include "grpc/support/time.h"
#include "grpcpp/support/status_code_enum.h"

namespace baton::rpc {

// The codes have the same numbers. One that neither side knows is kUnknown, as
// gRPC has it for what it reads from the wire.
absl::StatusCode FromGrpcCode(grpc::StatusCode code);
grpc::StatusCode ToGrpcCode(absl::StatusCode code);

// `ClientContext::raw_deadline()`, whatever clock it was set on. A deadline on
// the wall clock is taken for what is left of it now, once: stepping that
// clock afterwards moves nothing. "Infinite future" is no deadline.
Deadline FromGrpcDeadline(gpr_timespec deadline);

// The same for `ServerContext::deadline()`.
Deadline FromGrpcDeadline(std::chrono::system_clock::time_point deadline);

// For `ClientContext::set_deadline()`: a point on gRPC's monotonic clock. What
// lies outside its range is the infinite future or past.
gpr_timespec ToGrpcDeadline(Deadline deadline);

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_CONVERT_H_
