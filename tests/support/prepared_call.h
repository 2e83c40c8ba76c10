// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_PREPARED_CALL_H_
#define BATON_TESTS_SUPPORT_PREPARED_CALL_H_

#include <memory>

#include "baton/testing/v1/scripted.pb.h"
#include "grpcpp/grpcpp.h"
#include "tests/support/unary_form.h"

namespace baton {

// Prepares the call, one of PreparedUnaryForms(), and drops it: the stub, what
// Prepare() returned, its queue, and this reference to the context, in that
// order.
//
// gRPC 1.51 leaks the serialized request of a call that is prepared for a queue
// and never started. A program that links this is therefore told of no leak
// whose memory comes straight from gRPC's core; what C++ allocates is all
// there.
void PrepareUnaryCallAndDrop(
    UnaryForm form, const std::shared_ptr<grpc::ChannelInterface>& channel,
    std::shared_ptr<grpc::ClientContext> context,
    const testing::v1::CallRequest& request);

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_PREPARED_CALL_H_
