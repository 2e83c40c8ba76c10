// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_EARLY_STATUS_H_
#define BATON_RPC_EARLY_STATUS_H_

#include "grpcpp/support/status.h"

namespace baton::rpc {

// What gRPC itself says of calls that are ended before their answer.
inline grpc::Status Cancelled() {
  return grpc::Status(grpc::StatusCode::CANCELLED, "Cancelled");
}
inline grpc::Status DeadlineExceeded() {
  return grpc::Status(grpc::StatusCode::DEADLINE_EXCEEDED, "Deadline Exceeded");
}

}  // namespace baton::rpc

#endif  // BATON_RPC_EARLY_STATUS_H_
