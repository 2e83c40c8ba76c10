// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SUPPORT_STREAM_SERVICE_H_
#define BATON_TESTS_BENCHMARK_SUPPORT_STREAM_SERVICE_H_

#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"

namespace baton::benchmarks {

// The streams of the service that benchmarks call.
using ServerStreamReactor = grpc::ServerWriteReactor<testing::v1::CallResponse>;
using ClientStreamReactor = grpc::ServerReadReactor<testing::v1::CallRequest>;
using BidiReactor = grpc::ServerBidiReactor<testing::v1::CallRequest,
                                            testing::v1::CallResponse>;

// Sends as many messages as `answer_bytes`, each with the request's payload.
ServerStreamReactor* NewServerStream(const testing::v1::CallRequest& request);
// Reads all messages.
ClientStreamReactor* NewClientStream();
// Returns each message.
BidiReactor* NewBidi();

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SUPPORT_STREAM_SERVICE_H_
