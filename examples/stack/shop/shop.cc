// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Runs a service of the shop.
//
//   shop --role=pricing --next=store=127.0.0.1:4000 --retries=baton
//
// Prints its port when it is ready, and serves until it receives a signal.

#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "baton/real_clock.h"
#include "examples/stack/shop/channels.h"
#include "examples/stack/shop/control_service.h"
#include "examples/stack/shop/layer_work.h"
#include "examples/stack/shop/life_line.h"
#include "examples/stack/shop/node.h"
#include "examples/stack/shop/payment_book.h"
#include "examples/stack/shop/payment_service.h"
#include "examples/stack/shop/server_half.h"
#include "examples/stack/shop/store_node.h"
#include "examples/stack/shop/telemetry.h"

ABSL_FLAG(std::string, role, "", "edge, checkout, inventory, pricing or store");
ABSL_FLAG(std::string, listen, "127.0.0.1:0", "address to listen on");
ABSL_FLAG(std::vector<std::string>, next, {},
          "the services to call, each as ROLE=ADDRESS");
ABSL_FLAG(std::string, retries, "baton",
          "none, loop, native, native-throttled or baton");
ABSL_FLAG(absl::Duration, loop_timeout, baton::stack::kLoopTimeout,
          "for --retries=loop: timeout of each attempt");
ABSL_FLAG(absl::Duration, native_backoff, baton::stack::kNativeBackoff,
          "for --retries=native: initial backoff");
ABSL_FLAG(bool, quick_reconnect, true,
          "wait at most half a second before each attempt to reconnect; false:"
          " gRPC's defaults");
ABSL_FLAG(std::string, policy, "",
          "for --retries=baton: policy file; empty: Baton's defaults");
ABSL_FLAG(std::string, style, "callback",
          "server API, except for the store: sync, callback or queue");
ABSL_FLAG(int, tally_file, -1,
          "descriptor of a tally that counts the calls; -1: none");
ABSL_FLAG(uint64_t, seed, 1, "seed of the store's random faults");
ABSL_FLAG(std::string, payments, "",
          "for --role=store: file of the payments; empty: accepts none");
ABSL_FLAG(std::string, otlp_endpoint, "",
          "for --retries=baton: OTLP/gRPC endpoint for spans; empty: no spans;"
          " environment: configured by the OTEL_* variables");
ABSL_FLAG(bool, end_with_parent, false,
          "end when the parent process ends or closes the standard input");

namespace {

using baton::stack::CallTally;
using baton::stack::ChannelOptions;
using baton::stack::Downstream;
using baton::stack::Layer;
using baton::stack::LayerWork;
using baton::stack::Node;

// A process that takes longer to end is killed.
constexpr unsigned kSecondsToEnd = 10;
constexpr absl::Duration kTimeToAnswer = absl::Seconds(1);

struct Settings {
  Layer layer;
  baton::stack::ServerStyle style;
  ChannelOptions channels;
};

absl::StatusOr<Settings> ReadSettings() {
  const auto layer = baton::stack::ParseService(absl::GetFlag(FLAGS_role));
  if (!layer.ok()) return layer.status();
  const auto style = baton::stack::ParseServerStyle(absl::GetFlag(FLAGS_style));
  if (!style.ok()) return style.status();
  const auto mode = baton::stack::ParseRetryMode(absl::GetFlag(FLAGS_retries));
  if (!mode.ok()) return mode.status();
  auto policy = baton::stack::ReadPolicy(absl::GetFlag(FLAGS_policy));
  if (!policy.ok()) return policy.status();
  ChannelOptions channels;
  channels.mode = *mode;
  channels.native_backoff = absl::GetFlag(FLAGS_native_backoff);
  channels.quick_reconnect = absl::GetFlag(FLAGS_quick_reconnect);
  channels.policy = *std::move(policy);
  return Settings{*layer, *style, std::move(channels)};
}

// The services below a layer. A payment uses the channel to the first of them.
struct Below {
  std::vector<std::unique_ptr<Downstream>> services;
  std::shared_ptr<grpc::Channel> first;
};

absl::StatusOr<Below> ConnectBelow(const Settings& settings) {
  Below below;
  for (const std::string& next : absl::GetFlag(FLAGS_next)) {
    const std::pair<std::string, std::string> parts =
        absl::StrSplit(next, absl::MaxSplits('=', 1));
    const auto callee = baton::stack::ParseService(parts.first);
    if (!callee.ok()) return callee.status();
    auto channel = NewChannel(parts.second, settings.channels);
    if (!channel.ok()) return channel.status();
    if (below.first == nullptr) below.first = *channel;
    below.services.push_back(std::make_unique<Downstream>(
        settings.layer, *callee, *channel, settings.channels.mode,
        absl::GetFlag(FLAGS_loop_timeout)));
  }
  return below;
}

absl::Status Serve() {
  auto settings = ReadSettings();
  if (!settings.ok()) return settings.status();
  const auto spans = baton::stack::SpanExport::Start(
      {absl::GetFlag(FLAGS_otlp_endpoint), absl::GetFlag(FLAGS_role)});
  if (!spans.ok()) return spans.status();
  settings->channels.telemetry = (*spans)->telemetry();
  auto tally = absl::GetFlag(FLAGS_tally_file) < 0
                   ? CallTally::Create()
                   : CallTally::Open(absl::GetFlag(FLAGS_tally_file));
  if (!tally.ok()) return tally.status();
  auto below = ConnectBelow(*settings);
  if (!below.ok()) return below.status();
  LayerWork work(std::move(below->services), &*tally);
  baton::stack::PaymentBook book(absl::GetFlag(FLAGS_payments));
  baton::stack::PaymentService payments(below->first, &book);

  const bool is_store = settings->layer == ::shop::v1::LAYER_STORE;
  baton::stack::Store store(absl::GetFlag(FLAGS_seed), baton::RealClock(),
                            &baton::stack::Timers::Process());
  const std::unique_ptr<Node> node =
      is_store ? std::make_unique<baton::stack::StoreNode>(&store, &*tally)
               : NewNode(settings->layer, settings->style, &work);
  baton::stack::ControlService control(is_store ? &store : nullptr, &*tally);

  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort(absl::GetFlag(FLAGS_listen),
                           grpc::InsecureServerCredentials(), &port);
  node->Register(&builder);
  builder.RegisterService(&control);
  builder.RegisterService(&payments);
  const absl::Status installed =
      InstallServerHalf(settings->channels, &builder);
  if (!installed.ok()) return installed;
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr || port == 0) {
    return absl::UnavailableError(
        absl::StrCat("cannot listen on ", absl::GetFlag(FLAGS_listen)));
  }
  node->OnServerStart();
  std::cout << port << std::endl;
  baton::stack::AwaitEnd(absl::GetFlag(FLAGS_end_with_parent));

  alarm(kSecondsToEnd);
  server->Shutdown(baton::SystemNow() +
                   absl::ToChronoMilliseconds(kTimeToAnswer));
  node->OnServerEnd();
  return absl::OkStatus();
}

}  // namespace

int main(int argc, char** argv) {
  absl::SetProgramUsageMessage("one of the five services of the shop");
  absl::ParseCommandLine(argc, argv);
  baton::stack::HoldLifeLine(absl::GetFlag(FLAGS_end_with_parent));
  const absl::Status status = Serve();
  if (status.ok()) return 0;
  std::cerr << "shop: " << status.message() << std::endl;
  return 2;
}
