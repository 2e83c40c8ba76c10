// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_CALLS_BATON_CHANNEL_H_
#define BATON_TESTS_SUPPORT_CALLS_BATON_CHANNEL_H_

#include <memory>
#include <string>

#include "baton/client.h"
#include "grpcpp/grpcpp.h"

namespace baton {

// Returns options for fast tests: idempotent calls, a backoff of a millisecond,
// a process budget without a limit, and no retry breakers. Tests of the limits
// set their own options.
ClientOptions QuickOptions();

// Returns a channel with Baton to a server of the test. Fails the test and
// returns null if the options are not valid.
std::shared_ptr<grpc::Channel> NewBatonChannel(
    const std::string& address, ClientOptions options,
    ClientInterceptorFactories interceptors = {});

// Returns an interceptor that does nothing. With an application interceptor
// below Baton, all attempts are separate calls, and none is in place.
ClientInterceptorFactories PassingInterceptors();

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_CALLS_BATON_CHANNEL_H_
