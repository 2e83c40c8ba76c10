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

// The service baton.testing.v1.Scripted with every kind of method. Each method
// reads all messages, answers OK and increments `ran`, which must outlive the
// service.
std::unique_ptr<grpc::Service> NewEveryHandler(HandlerApi api,
                                               std::atomic<int>& ran);

// Makes one call of the method of `kind` and returns its status.
grpc::Status CallMethod(MethodKind kind,
                        const std::shared_ptr<grpc::Channel>& channel,
                        grpc::ClientContext& context,
                        const testing::v1::CallRequest& request);

}  // namespace baton

#endif  // BATON_TESTS_RPC_SUPPORT_EVERY_HANDLER_H_
