// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Combinations that a unit rejects, with an error that says where.

#include <memory>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/kit/unit_rig.h"
#include "tests/support/calls/script_step.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::AllOf;
using ::testing::HasSubstr;

class UnitMisuseTest : public ::testing::Test, protected UnitRig {};

TEST_F(UnitMisuseTest, UnitInsideAUnitIsRejectedByName) {
  RetryUnitOptions inner_options = options;
  inner_options.name = "payment";
  auto inner = RetryUnit::Create(inner_options);
  ASSERT_TRUE(inner.ok());
  bool inner_ran = false;
  const grpc::Status status = RunUnit([&](UnitAttempt&) {
    return inner->Run([&](UnitAttempt&) {
      inner_ran = true;
      return grpc::Status::OK;
    });
  });
  EXPECT_FALSE(inner_ran);
  EXPECT_EQ(status.error_code(), StatusCode::FAILED_PRECONDITION);
  EXPECT_THAT(status.error_message(),
              AllOf(HasSubstr("unit 'payment' was started inside unit "
                              "'checkout'"),
                    HasSubstr("make its calls in the body")));
  EXPECT_EQ(report.runs, 1);
}

TEST_F(UnitMisuseTest, MemberWithRetriesOfItsOwnIsRejectedByMethod) {
  const grpc::Status status = RunUnit([&](UnitAttempt&) {
    grpc::ClientContext context;
    CallOverrides overrides;
    overrides.max_attempts = 3;
    EXPECT_TRUE(SetCallOverrides(&context, overrides).ok());
    return CallIn(context);
  });
  EXPECT_EQ(status.error_code(), StatusCode::FAILED_PRECONDITION);
  EXPECT_THAT(status.error_message(),
              AllOf(HasSubstr("unit 'checkout'"),
                    HasSubstr("/baton.testing.v1.Scripted/Call"),
                    HasSubstr("remove max_attempts")));
  EXPECT_EQ(server.attempts(), 0);
}

TEST_F(UnitMisuseTest, RejectedMemberFailsTheUnitAlthoughTheBodyIgnoresIt) {
  const grpc::Status status = RunUnit([&](UnitAttempt&) {
    grpc::ClientContext context;
    CallOverrides overrides;
    overrides.hedge.emplace().max_attempts = 2;
    EXPECT_TRUE(SetCallOverrides(&context, overrides).ok());
    (void)CallIn(context);
    return grpc::Status::OK;
  });
  EXPECT_EQ(status.error_code(), StatusCode::FAILED_PRECONDITION);
}

TEST_F(UnitMisuseTest, CallThatOutlivesTheBodyIsRejectedByMethod) {
  server.Add(Echo());
  server.Add(Echo().Held());
  ASSERT_TRUE(Call().ok());  // Creates the stub.
  grpc::ClientContext context;
  grpc::CompletionQueue queue;
  const testing::v1::CallRequest request;
  testing::v1::CallResponse response;
  grpc::Status of_call;
  std::unique_ptr<grpc::ClientAsyncResponseReader<testing::v1::CallResponse>>
      reader;
  const grpc::Status status = RunUnit([&](UnitAttempt&) {
    reader = stub->AsyncCall(&context, request, &queue);
    reader->Finish(&response, &of_call, nullptr);
    return grpc::Status::OK;
  });
  EXPECT_EQ(status.error_code(), StatusCode::FAILED_PRECONDITION);
  EXPECT_THAT(status.error_message(),
              AllOf(HasSubstr("/baton.testing.v1.Scripted/Call"),
                    HasSubstr("still runs after the body")));
  server.Release(2);
  void* tag = nullptr;
  bool ok = false;
  EXPECT_TRUE(queue.Next(&tag, &ok));
  queue.Shutdown();
}

}  // namespace
}  // namespace baton
