// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_SUPPORT_ECHO_CALL_H_
#define BATON_EXAMPLES_SUPPORT_ECHO_CALL_H_

#include <memory>
#include <string>

#include "baton/client.h"
#include "baton/examples/v1/echo.grpc.pb.h"
#include "grpcpp/grpcpp.h"

namespace baton::examples {

using v1::Echo;
using v1::EchoRequest;
using v1::EchoResponse;

// Returns a stub on a new channel with Baton. Ends the program on failure.
std::unique_ptr<Echo::Stub> NewEcho(const std::string& address,
                                    const ClientOptions& options);

// Makes a call with `context` and waits for the response.
grpc::Status Call(Echo::Stub& stub, const std::string& text,
                  grpc::ClientContext* context);

// Returns a summary of the call's report, without the times:
//
//   OK after 2 attempts [UNAVAILABLE, backoff, OK], succeeded
std::string Told(const grpc::ClientContext& context);

}  // namespace baton::examples

#endif  // BATON_EXAMPLES_SUPPORT_ECHO_CALL_H_
