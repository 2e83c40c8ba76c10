// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_STREAM_STREAM_ANSWER_H_
#define BATON_RPC_STREAM_STREAM_ANSWER_H_

#include "baton/rpc/stream/stream_effects.h"
#include "grpcpp/client_context.h"
#include "grpcpp/support/status.h"

namespace baton::rpc {

// Fills a batch that receives something, one of the answers in `effects`, in
// its PRE_RECV stage, and fails what of it there is nothing for. The attempt
// that `effects` fill from must outlive the outer context, which is given
// references into it. `status` is the call's, looked at only if the batch asks
// for it. Does not Proceed().
void Fill(StreamEffects::ReceiveCompletion& completion,
          const StreamEffects& effects, const grpc::Status& status);

// Gives the application what gRPC says about a call that has failed, beside its
// status.
void DescribeError(const StreamEffects& effects,
                   grpc::ClientContext& application_context);

}  // namespace baton::rpc

#endif  // BATON_RPC_STREAM_STREAM_ANSWER_H_
