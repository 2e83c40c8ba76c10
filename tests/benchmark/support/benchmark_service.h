// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SUPPORT_BENCHMARK_SERVICE_H_
#define BATON_TESTS_BENCHMARK_SUPPORT_BENCHMARK_SERVICE_H_

#include <atomic>
#include <chrono>
#include <cstdint>

#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "tests/benchmark/support/stream_service.h"

namespace baton::benchmarks {

// The first letter of the payload selects the server's action.
inline constexpr char kEcho = 'e';
inline constexpr char kHold = 'h';  // until it is cancelled
// UNAVAILABLE for the first two attempts of each call. kFailTwiceAtOnce also
// requests a wait of zero, by pushback.
inline constexpr char kFailTwice = 'f';
inline constexpr char kFailTwiceAtOnce = 'p';
// UNAVAILABLE without a wait, for the first attempt of every second call. One
// of three arriving attempts fails.
inline constexpr char kFailThirdAtOnce = 't';
// The server delays one attempt in a hundred, at random, by kSlowAnswer.
inline constexpr char kSlowAtTimes = 's';
inline constexpr std::chrono::milliseconds kSlowAnswer{50};

// Executes for each call the action that the first letter of its payload
// selects.
class BenchmarkService final : public testing::v1::Scripted::CallbackService {
 public:
  grpc::ServerUnaryReactor* Call(grpc::CallbackServerContext* context,
                                 const testing::v1::CallRequest* request,
                                 testing::v1::CallResponse* response) override;

  // The payload of a stream selects no action.
  ServerStreamReactor* ServerStream(
      grpc::CallbackServerContext* /*context*/,
      const testing::v1::CallRequest* request) override {
    return NewServerStream(*request);
  }
  ClientStreamReactor* ClientStream(
      grpc::CallbackServerContext* /*context*/,
      testing::v1::CallResponse* /*response*/) override {
    return NewClientStream();
  }
  BidiReactor* Bidi(grpc::CallbackServerContext* /*context*/) override {
    return NewBidi();
  }

 private:
  bool ToFail(char what, const grpc::CallbackServerContext& context);

  std::atomic<uint64_t> first_attempts_{0};  // for kFailThirdAtOnce
};

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SUPPORT_BENCHMARK_SERVICE_H_
