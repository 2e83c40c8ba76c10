// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_CALLS_CALLBACK_STREAMS_H_
#define BATON_TESTS_SUPPORT_CALLS_CALLBACK_STREAMS_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "grpcpp/grpcpp.h"
#include "tests/support/calls/stream_kind.h"

namespace baton {

// Makes a stream with a reactor that reads and writes at the same time. See
// MakeStreamCall().
StreamResult MakeCallbackStream(StreamKind kind,
                                const std::shared_ptr<grpc::Channel>& channel,
                                grpc::ClientContext& context,
                                const std::vector<std::string>& payloads,
                                const std::function<void()>& after_start);

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_CALLS_CALLBACK_STREAMS_H_
