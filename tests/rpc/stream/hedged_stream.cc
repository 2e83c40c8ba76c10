// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/rpc/stream/hedged_stream.h"

#include <optional>
#include <string>

#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/stream_forms.h"
#include "tests/support/calls/unary_form.h"

namespace baton {

const std::vector<StreamApi>& HedgedApis() {
  static const auto* const apis = new std::vector<StreamApi>{
      StreamApi::kSync, StreamApi::kQueue, StreamApi::kCallback};
  return *apis;
}

void HedgeAfter(absl::Duration delay, int copies, ClientOptions& options) {
  HedgeOptions& hedge = options.policy.everything().hedge;
  hedge.delay = delay;
  hedge.max_attempts = copies;
  hedge.max_extra_load_ratio = 1;
}

void HedgeSoon(ClientOptions& options) {
  HedgeAfter(absl::Milliseconds(5), 2, options);
}

void HedgeOnly(ClientOptions& options) {
  HedgeSoon(options);
  options.policy.everything().retry.max_attempts = 1;
}

ScriptStep Stuck() { return Answer("late").Held(); }

ScriptStep Unavailable() { return Fail(grpc::StatusCode::UNAVAILABLE, "busy"); }

HedgedStream::~HedgedStream() {
  if (thread_.joinable()) thread_.join();
}

std::shared_ptr<grpc::Channel> HedgedStream::Channel() {
  if (channel_ == nullptr) {
    channel_ = NewBatonChannel(server_.address(), options_);
    // Otherwise hedges could arrive in a different order.
    EXPECT_TRUE(channel_->WaitForConnected(NewContext(kPatience)->deadline()));
  }
  return channel_;
}

void HedgedStream::Begin(StreamApi api, absl::Duration timeout,
                         StreamKind kind) {
  const std::shared_ptr<grpc::Channel> channel = Channel();
  context_ = NewContext(timeout);
  EXPECT_TRUE(SetCallOverrides(context_.get(), overrides_).ok());
  thread_ = std::thread([this, api, kind, channel] {
    result_ = MakeStreamCall(api, kind, channel, *context_, {"hello"});
  });
}

StreamResult HedgedStream::Wait() {
  thread_.join();
  return result_;
}

CallReport HedgedStream::Report() {
  const std::optional<CallReport> report = GetCallReport(*context_);
  EXPECT_TRUE(report.has_value());
  if (report.has_value()) return *report;
  return {};
}

int HedgedStream::Hedges() const {
  int hedges = 0;
  for (const SeenAttempt& seen : server_.AllAttempts()) {
    for (const std::string& header : seen.Values("retry-budget")) {
      if (header.find("k=h") != std::string::npos) ++hedges;
    }
  }
  return hedges;
}

}  // namespace baton
