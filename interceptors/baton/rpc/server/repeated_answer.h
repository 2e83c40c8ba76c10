// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_SERVER_REPEATED_ANSWER_H_
#define BATON_RPC_SERVER_REPEATED_ANSWER_H_

#include <string>

#include "baton/rpc/request/request_record.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// The answer to a request whose handler does not run because of its key.
struct RepeatedAnswer {
  grpc::Status status;
  // The serialized response, if the status is OK.
  std::string response;
};

// Returns the answer to a request that has an invalid key, or whose claim has
// ended without a run. Adds the trailing metadata to `context`, and the advice
// to `record`.
RepeatedAnswer AnswerTo(RequestRecord& record,
                        grpc::ServerContextBase& context);

}  // namespace baton::rpc

#endif  // BATON_RPC_SERVER_REPEATED_ANSWER_H_
