// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_SUPPORT_STOPPED_SERVER_FIXTURE_H_
#define BATON_TESTS_RPC_SUPPORT_STOPPED_SERVER_FIXTURE_H_

#include <memory>
#include <optional>

#include "baton/client.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/wait_notice.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/patience.h"

namespace baton {

// Unary calls to a server that is stopped until the test starts it.
class StoppedServerFixture : public ::testing::TestWithParam<UnaryForm> {
 protected:
  StoppedServerFixture() { server_.Stop(); }

  // Starts a call. The first one creates the channel.
  std::unique_ptr<StartedCall> Start() {
    if (channel_ == nullptr) {
      channel_ =
          *CreateChannel(server_.address(), grpc::InsecureChannelCredentials(),
                         options_, arguments_);
    }
    return StartUnaryCall(GetParam(), channel_, context_, RequestOf("hello"));
  }

  // Observes the waits of calls on the channel. Called before Start().
  WaitNotice& Notice() {
    auto notice = std::make_shared<WaitNotice>();
    options_.observers = notice;
    return *notice;
  }

  CallReport Report() const {
    const std::optional<CallReport> report = GetCallReport(*context_);
    if (report.has_value()) return *report;
    ADD_FAILURE() << "no report";
    return {};
  }

  ScriptedServer server_;
  ClientOptions options_ = QuickOptions();
  grpc::ChannelArguments arguments_;
  std::shared_ptr<grpc::Channel> channel_;
  std::shared_ptr<grpc::ClientContext> context_ = NewContext(kPatience);
};

}  // namespace baton

#endif  // BATON_TESTS_RPC_SUPPORT_STOPPED_SERVER_FIXTURE_H_
