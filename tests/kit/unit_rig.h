// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_KIT_UNIT_RIG_H_
#define BATON_TESTS_KIT_UNIT_RIG_H_

#include <memory>
#include <string>
#include <utility>

#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/kit.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/patience.h"

namespace baton {

// A server with a script, a channel with Baton, and a unit that waits for only
// a millisecond between its runs.
struct UnitRig {
  UnitRig() {
    options.name = "checkout";
    options.total_time = kPatience;
    options.retry.backoff.initial = absl::Milliseconds(1);
    options.retry.backoff.max = absl::Milliseconds(1);
    options.verify_retry.backoff = options.retry.backoff;
    channel_options.policy.everything().idempotency = Idempotency::kIdempotent;
  }

  // Makes a call with this idempotency, in a context of the caller.
  grpc::Status CallWith(grpc::ClientContext& context, Idempotency idempotency) {
    CallOverrides overrides;
    overrides.idempotency = idempotency;
    EXPECT_TRUE(SetCallOverrides(&context, overrides).ok());
    return CallIn(context);
  }
  // Returns the stub. Creates its channel when it is first needed.
  testing::v1::Scripted::Stub& Stub() {
    if (stub == nullptr) {
      stub = testing::v1::Scripted::NewStub(
          NewBatonChannel(server.address(), channel_options));
    }
    return *stub;
  }
  grpc::Status CallIn(grpc::ClientContext& context) {
    testing::v1::CallRequest request;
    testing::v1::CallResponse response;
    const grpc::Status status = Stub().Call(&context, request, &response);
    payload = response.payload();
    return status;
  }
  grpc::Status Call(Idempotency idempotency = Idempotency::kIdempotent) {
    grpc::ClientContext context;
    return CallWith(context, idempotency);
  }

  grpc::Status RunUnit(const RetryUnit::Body& body) {
    auto unit = RetryUnit::Create(options);
    EXPECT_TRUE(unit.ok()) << unit.status();
    return unit->Run(body, &report);
  }

  ScriptedServer server;
  ClientOptions channel_options = QuickOptions();
  std::unique_ptr<testing::v1::Scripted::Stub> stub;
  RetryUnitOptions options;
  UnitReport report;
  std::string payload;  // Of the latest response.
};

}  // namespace baton

#endif  // BATON_TESTS_KIT_UNIT_RIG_H_
