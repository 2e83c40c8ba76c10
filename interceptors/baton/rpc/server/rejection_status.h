// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_REJECTION_STATUS_H_
#define BATON_RPC_SERVER_REJECTION_STATUS_H_

#include "baton/request_report.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// What a request that was refused is answered, in the words that say who did.
inline grpc::Status RefusalStatus(RequestRefusal refusal) {
  return grpc::Status(grpc::StatusCode::DEADLINE_EXCEEDED,
                      refusal == RequestRefusal::kExpired
                          ? "not served: the deadline had passed on arrival"
                          : "not served: too little of the deadline was left");
}

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_REJECTION_STATUS_H_
