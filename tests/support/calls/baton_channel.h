// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_CALLS_BATON_CHANNEL_H_
#define BATON_TESTS_SUPPORT_CALLS_BATON_CHANNEL_H_

#include <memory>
#include <string>

#include "baton/client.h"
#include "grpcpp/grpcpp.h"
#include "tests/support/calls/unary_form.h"

namespace baton {

// Options under which a test need not wait: idempotent calls, backoffs of a
// millisecond, and a budget and a health gate that never say no. Tests of
// those bring their own.
ClientOptions QuickOptions();

// A channel with Baton to a server of the test, of the codec that the form
// needs. Fails the test and returns null if the options are not valid.
std::shared_ptr<grpc::Channel> NewBatonChannel(
    const std::string& address, ClientOptions options,
    UnaryForm form = UnaryForm::kSync,
    ClientInterceptorFactories interceptors = {});

// One that does nothing: with an interceptor of the application's below, all
// attempts are calls of Baton's own, and none rides on the application's.
ClientInterceptorFactories PassingInterceptors();

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_CALLS_BATON_CHANNEL_H_
