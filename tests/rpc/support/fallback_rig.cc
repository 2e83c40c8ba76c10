// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/rpc/support/fallback_rig.h"

#include <utility>

#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/stream_forms.h"
#include "tests/support/calls/unary_result.h"

namespace baton {
namespace {

std::vector<CallShape> StreamCallShapes() {
  std::vector<CallShape> shapes;
  for (const StreamApi api : AllStreamApis()) {
    for (const StreamKind kind : AllStreamKinds()) {
      shapes.push_back({std::nullopt, api, kind});
    }
  }
  return shapes;
}

}  // namespace

const std::vector<CallShape>& AllCallShapes() {
  static const auto* const shapes = [] {
    auto* const all = new std::vector<CallShape>();
    for (const UnaryForm form : AllUnaryForms()) all->push_back({form});
    for (const CallShape& stream : StreamCallShapes()) all->push_back(stream);
    return all;
  }();
  return *shapes;
}

const std::vector<CallShape>& HedgedCallShapes() {
  static const auto* const shapes = [] {
    auto* const hedged = new std::vector<CallShape>();
    for (const CallShape& shape : AllCallShapes()) {
      if (shape.unary.has_value() || (shape.kind == StreamKind::kServer &&
                                      shape.api != StreamApi::kGeneric)) {
        hedged->push_back(shape);
      }
    }
    return hedged;
  }();
  return *shapes;
}

std::string Name(const CallShape& shape) {
  return shape.unary.has_value()
             ? Name(*shape.unary)
             : "Stream" + Name(shape.api) + Name(shape.kind);
}

std::string NameOfShape(const ::testing::TestParamInfo<CallShape>& info) {
  return Name(info.param);
}

grpc::ChannelArguments Eager() {
  grpc::ChannelArguments arguments;
  // gRPC's default is one second.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 50);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 50);
  return arguments;
}

FallbackRig::FallbackRig(const CallShape& shape)
    : options(QuickOptions()), shape_(shape) {
  options.fallback_channels = {first.NewChannel(Eager()),
                               second.NewChannel(Eager())};
  policy().idempotency = Idempotency::kNoSideEffects;
  policy().fallback.from_attempt = 2;
}

FallbackRig::~FallbackRig() {
  if (!thread_.joinable()) return;
  context_->TryCancel();
  thread_.join();
}

const std::shared_ptr<grpc::Channel>& FallbackRig::channel() {
  if (channel_ == nullptr) {
    auto channel =
        CreateChannel(primary.address(), grpc::InsecureChannelCredentials(),
                      options, Eager());
    EXPECT_TRUE(channel.ok()) << channel.status();
    if (channel.ok()) channel_ = *std::move(channel);
  }
  return channel_;
}

void FallbackRig::Begin(absl::Duration timeout) {
  context_ = NewContext(timeout);
  if (overrides.has_value()) {
    EXPECT_TRUE(SetCallOverrides(context_.get(), *overrides).ok());
  }
  if (wait_for_ready.has_value()) {
    context_->set_wait_for_ready(*wait_for_ready);
  }
  context_->AddMetadata("x-user", "anna");
  thread_ = std::thread([this, channel = channel()]() mutable {
    if (shape_.unary.has_value()) {
      const UnaryResult result =
          MakeUnaryCall(*shape_.unary, std::exchange(channel, nullptr),
                        context_, RequestOf("hello"));
      status_ = result.status;
      payload_ = result.payload;
      return;
    }
    const StreamResult result =
        MakeStreamCall(shape_.api, shape_.kind, std::exchange(channel, nullptr),
                       *context_, {"hello"});
    status_ = result.status;
    payload_ = result.payloads.empty() ? "" : result.payloads.front();
  });
}

grpc::Status FallbackRig::Wait() {
  thread_.join();
  return status_;
}

void FallbackRig::DropChannels() {
  channel_ = nullptr;
  options.fallback_channels.clear();
}

CallReport FallbackRig::Report() const {
  const std::optional<CallReport> report = GetCallReport(*context_);
  if (report.has_value()) return *report;
  ADD_FAILURE() << "no report";
  return {};
}

std::vector<int> FallbackRig::ChannelIndexes() const {
  std::vector<int> channel_indexes;
  for (const AttemptReport& attempt : Report().attempts) {
    channel_indexes.push_back(attempt.fallback);
  }
  return channel_indexes;
}

}  // namespace baton
