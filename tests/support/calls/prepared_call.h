// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_CALLS_PREPARED_CALL_H_
#define BATON_TESTS_SUPPORT_CALLS_PREPARED_CALL_H_

#include <memory>

#include "baton/testing/v1/scripted.pb.h"
#include "grpcpp/grpcpp.h"
#include "tests/support/calls/unary_form.h"

namespace baton {

// Prepares the call in a form from PreparedUnaryForms() and drops it, in this
// order: the stub, the result of Prepare(), its queue, and this reference to
// the context.
//
// gRPC 1.51 leaks such calls: the whole call of a reactor, and the serialized
// request of a queue. LeakSanitizer therefore ignores all allocations in here.
void PrepareUnaryCallAndDrop(
    UnaryForm form, const std::shared_ptr<grpc::ChannelInterface>& channel,
    std::shared_ptr<grpc::ClientContext> context,
    const testing::v1::CallRequest& request);

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_CALLS_PREPARED_CALL_H_
