// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_CALLS_PREPARED_CALL_H_
#define BATON_TESTS_SUPPORT_CALLS_PREPARED_CALL_H_

#include <memory>

#include "baton/testing/v1/scripted.pb.h"
#include "grpcpp/grpcpp.h"
#include "tests/support/calls/unary_form.h"

namespace baton {

// Prepares the call, one of PreparedUnaryForms(), and drops it: the stub, what
// Prepare() returned, its queue, and this reference to the context, in that
// order.
//
// gRPC 1.51 leaks such calls: a reactor's altogether, the serialized request of
// a queue's. LeakSanitizer is therefore told of nothing that is allocated here.
void PrepareUnaryCallAndDrop(
    UnaryForm form, const std::shared_ptr<grpc::ChannelInterface>& channel,
    std::shared_ptr<grpc::ClientContext> context,
    const testing::v1::CallRequest& request);

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_CALLS_PREPARED_CALL_H_
