// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_SUPPORT_EVERY_HANDLER_H_
#define BATON_TESTS_RPC_SUPPORT_EVERY_HANDLER_H_

#include <atomic>
#include <memory>
#include <ostream>

#include "baton/testing/v1/scripted.pb.h"
#include "grpcpp/grpcpp.h"

namespace baton {

enum class HandlerApi { kSync, kCallback };
enum class MethodKind { kUnary, kServerStream, kClientStream, kBidi };

std::ostream& operator<<(std::ostream& out, HandlerApi api);
std::ostream& operator<<(std::ostream& out, MethodKind kind);

// baton.testing.v1.Scripted with every kind of method. Each answers OK, takes
// all that comes and counts in `ran`, which must outlive it.
std::unique_ptr<grpc::Service> NewEveryHandler(HandlerApi api,
                                               std::atomic<int>& ran);

// One call of the method of that kind; the status is what is of interest.
grpc::Status CallMethod(MethodKind kind,
                        const std::shared_ptr<grpc::Channel>& channel,
                        grpc::ClientContext& context,
                        const testing::v1::CallRequest& request);

}  // namespace baton

#endif  // BATON_TESTS_RPC_SUPPORT_EVERY_HANDLER_H_
