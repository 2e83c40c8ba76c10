// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/driver/setup.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "baton/real_clock.h"
#include "examples/stack/shop/channels.h"
#include "examples/stack/shop/telemetry.h"

namespace baton::stack {
namespace {

// The id of requests that are neither counted nor recorded in traces.
constexpr uint32_t kNoRequest = 0;
constexpr int kWarmUps = 5;
constexpr int kTriesToOpen = 20;

absl::StatusOr<std::shared_ptr<grpc::Channel>> Connect(const Stack& stack) {
  auto policy = ReadPolicy(stack.options().policy_file);
  if (!policy.ok()) return policy.status();
  const StackOptions& options = stack.options();
  ChannelOptions channels;
  channels.mode = options.mode;
  channels.native_backoff = options.native_backoff;
  channels.quick_reconnect = options.quick_reconnect;
  channels.policy = *std::move(policy);
  channels.telemetry = options.app_telemetry;
  return NewChannel(stack.address(), channels);
}

}  // namespace

Setup::Setup(std::unique_ptr<Stack> stack,
             std::shared_ptr<grpc::Channel> channel)
    : stack_(std::move(stack)),
      channel_(std::move(channel)),
      app_(std::make_shared<const Downstream>(
          ::shop::v1::LAYER_APP, ::shop::v1::LAYER_EDGE, channel_,
          stack_->options().mode, stack_->options().loop_timeout)) {}

absl::StatusOr<std::unique_ptr<Setup>> Setup::Start(StackOptions options) {
  auto stack = Stack::Start(std::move(options));
  if (!stack.ok()) return stack.status();
  auto channel = Connect(**stack);
  if (!channel.ok()) return channel.status();
  std::unique_ptr<Setup> setup(
      new Setup(*std::move(stack), *std::move(channel)));
  for (int i = 0; i < kWarmUps; ++i) {
    grpc::Status status = setup->Get(kNoRequest, absl::Seconds(20));
    // The first requests open the connections, which is slow on a busy machine.
    for (int again = 1; !status.ok() && again < kTriesToOpen; ++again) {
      status = setup->Get(kNoRequest, absl::Seconds(20));
    }
    if (!status.ok()) {
      return absl::UnavailableError(
          absl::StrCat("the shop does not serve its first requests: ",
                       status.error_message()));
    }
  }
  return setup;
}

grpc::Status Setup::Get(uint32_t request_id, absl::Duration deadline) {
  const auto unseen = request_id == kNoRequest ? NothingRecorded() : nullptr;
  const auto end = SystemNow() + absl::ToChronoMilliseconds(deadline);
  GetReply reply;
  return app_->Get(
      request_id,
      [end] {
        auto context = std::make_unique<grpc::ClientContext>();
        context->set_deadline(end);
        return context;
      },
      &reply);
}

std::unique_ptr<Load> Setup::StartLoad(double requests_per_second) {
  Load::Options options;
  options.requests_per_second = requests_per_second;
  options.first_id = next_id_;
  return std::make_unique<Load>(app_, options);
}

RequestLog Setup::Finish(Load* load) {
  RequestLog log = load->Finish();
  next_id_ = log.first_id + static_cast<uint32_t>(log.requests.size());
  return log;
}

int Setup::WorstCallSite(const RequestLog& log) const {
  if (log.requests.empty()) return 0;
  const uint32_t last =
      log.first_id + static_cast<uint32_t>(log.requests.size()) - 1;
  int worst = 0;
  for (const Layer layer : stack_->counted()) {
    worst =
        std::max(worst, stack_->tally(layer).WorstCallSite(log.first_id, last));
  }
  return worst;
}

}  // namespace baton::stack
