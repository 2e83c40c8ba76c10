// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_CALLS_STREAM_FORMS_H_
#define BATON_TESTS_SUPPORT_CALLS_STREAM_FORMS_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "grpcpp/grpcpp.h"
#include "tests/support/calls/stream_kind.h"

namespace baton {

// Makes a synchronous call of the kind on this thread. Sends a message with
// each payload (only the first for server-streaming) and half-closes. Reads all
// messages and returns at the end. `after_start` runs as soon as there is a
// call.
StreamResult MakeStreamCall(
    StreamKind kind, const std::shared_ptr<grpc::Channel>& channel,
    grpc::ClientContext& context, const std::vector<std::string>& payloads,
    const std::function<void()>& after_start = [] {});

// Makes a stream through any API. A callback stream reads and writes at the
// same time. Calls of kGeneric use bytes.
StreamResult MakeStreamCall(
    StreamApi api, StreamKind kind,
    const std::shared_ptr<grpc::Channel>& channel, grpc::ClientContext& context,
    const std::vector<std::string>& payloads,
    const std::function<void()>& after_start = [] {});

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_CALLS_STREAM_FORMS_H_
