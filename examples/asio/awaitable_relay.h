// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_ASIO_AWAITABLE_RELAY_H_
#define BATON_EXAMPLES_ASIO_AWAITABLE_RELAY_H_

#include <memory>

#include "examples/support/echo_call.h"
#include "grpcpp/grpcpp.h"

namespace baton::examples {

// Returns a service that forwards each request twice to `next`, from a
// coroutine of asio that moves between two threads. The response has one line
// for each of the two calls.
std::unique_ptr<grpc::Service> NewAwaitableRelay(
    std::unique_ptr<Echo::Stub> next);

}  // namespace baton::examples

#endif  // BATON_EXAMPLES_ASIO_AWAITABLE_RELAY_H_
