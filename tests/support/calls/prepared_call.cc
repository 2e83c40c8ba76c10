// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/calls/prepared_call.h"

#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/generic/generic_stub.h"
#include "gtest/gtest.h"
#include "tests/support/calls/message_bytes.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include "sanitizer/lsan_interface.h"
#define BATON_EXPECT_LEAKS const __lsan::ScopedDisabler expect_leaks
#endif
#endif
#ifndef BATON_EXPECT_LEAKS
#define BATON_EXPECT_LEAKS
#endif

namespace baton {
namespace {

constexpr char kMethod[] = "/baton.testing.v1.Scripted/Call";

}  // namespace

void PrepareUnaryCallAndDrop(
    UnaryForm form, const std::shared_ptr<grpc::ChannelInterface>& channel,
    std::shared_ptr<grpc::ClientContext> context,
    const testing::v1::CallRequest& request) {
  // gRPC 1.51 itself never frees a reactor's call that was not started, nor all
  // of a queue's call. Leaks are expected only here, so that other leaks are
  // found.
  BATON_EXPECT_LEAKS;
  const grpc::ByteBuffer request_bytes = ToBytes(request);
  testing::v1::CallResponse response;
  grpc::ByteBuffer response_bytes;
  grpc::CompletionQueue queue;
  class : public grpc::ClientUnaryReactor {
  } reactor;
  switch (form) {
    case UnaryForm::kCqFinish:
      testing::v1::Scripted::NewStub(channel)->PrepareAsyncCall(
          context.get(), request, &queue);
      break;
    case UnaryForm::kReactor:
      testing::v1::Scripted::NewStub(channel)->async()->Call(
          context.get(), &request, &response, &reactor);
      break;
    case UnaryForm::kGenericCq:
      grpc::GenericStub(channel).PrepareUnaryCall(context.get(), kMethod,
                                                  request_bytes, &queue);
      break;
    case UnaryForm::kGenericReactor:
      grpc::GenericStub(channel).PrepareUnaryCall(
          context.get(), kMethod, grpc::StubOptions(), &request_bytes,
          &response_bytes, &reactor);
      break;
    default:
      ADD_FAILURE() << form << " cannot be prepared without being started";
  }
  queue.Shutdown();
  void* tag = nullptr;
  bool ok = false;
  EXPECT_FALSE(queue.Next(&tag, &ok)) << form << ": a tag out of nothing";
}

}  // namespace baton
