// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_REFUSAL_STATUS_H_
#define BATON_RPC_REFUSAL_STATUS_H_

#include "baton/core/request_report.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// Returns the status of a rejected request.
inline grpc::Status RefusalStatus(core::RequestRefusal refusal) {
  return grpc::Status(grpc::StatusCode::DEADLINE_EXCEEDED,
                      refusal == core::RequestRefusal::kExpired
                          ? "not served: the deadline had passed on arrival"
                          : "not served: too little of the deadline was left");
}

}  // namespace baton::rpc

#endif  // BATON_RPC_REFUSAL_STATUS_H_
