// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_BENCHMARK_SERVICE_H_
#define BATON_TESTS_BENCHMARK_BENCHMARK_SERVICE_H_

#include <atomic>
#include <cstdint>

#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"

namespace baton::benchmarks {

// What the server does with a call: the first letter of the payload says.
inline constexpr char kEcho = 'e';
inline constexpr char kHold = 'h';  // until it is cancelled
// UNAVAILABLE, but for every third call; the other one asks for no wait, by
// pushback.
inline constexpr char kFailTwice = 'f';
inline constexpr char kFailTwiceAtOnce = 'p';

// Does with each call what the first letter of its payload says.
class BenchmarkService final : public testing::v1::Scripted::CallbackService {
 public:
  grpc::ServerUnaryReactor* Call(grpc::CallbackServerContext* context,
                                 const testing::v1::CallRequest* request,
                                 testing::v1::CallResponse* response) override;

 private:
  std::atomic<uint64_t> failing_calls_{0};
};

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_BENCHMARK_SERVICE_H_
