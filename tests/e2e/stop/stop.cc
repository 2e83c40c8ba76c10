// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Stops a server with synchronous handlers for a second, under a load of 80 %,
// and counts the requests that their clients cancelled during the stop. Prints
// how many of them still start a handler. docs/server.md has the results.
//
//   stop                 all rows, five rounds each
//   stop --rounds=1      this number of rounds, at most 10
//   stop --check         only the rows of the bar, three rounds each
//
// The exit code is 1 if more than 5 % of them start a handler at a server that
// drops cancelled work.

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "grpcpp/grpcpp.h"
#include "tests/e2e/stop/percentages.h"
#include "tests/e2e/stop/stop_round.h"
#include "tests/e2e/stop/stopped_server.h"

namespace baton::e2e {
namespace {

// The bar: at most this percentage of the cancelled requests starts a handler.
constexpr double kMaxPercent = 5;

struct Row {
  const char* server;
  Mode mode;
  bool asks;
};
constexpr Row kRows[] = {{"starts cancelled work", Mode::kObserve, false},
                         {"drops cancelled work", Mode::kEnforce, false},
                         {"the same, and asks", Mode::kEnforce, true}};
constexpr int kDrops = 1;

std::vector<std::shared_ptr<grpc::Channel>> NewChannels(
    const std::string& address, int count) {
  std::vector<std::shared_ptr<grpc::Channel>> channels;
  for (int i = 0; i < count; ++i) {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    channels.push_back(grpc::CreateCustomChannel(
        address, grpc::InsecureChannelCredentials(), arguments));
    channels.back()->WaitForConnected(std::chrono::system_clock::now() +
                                      std::chrono::seconds(10));
  }
  return channels;
}

class Stops {
 public:
  // All processes start before this process uses gRPC.
  Stops() {
    for (const Row& row : kRows) {
      StoppedServer::Options options;
      options.mode = row.mode;
      options.asks = row.asks;
      servers_.push_back(std::make_unique<StoppedServer>(options));
    }
    next_request_.resize(servers_.size());
    std::printf("%-24s %-9s %11s %9s %10s %10s %10s %9s\n", "server", "clients",
                "connections", "cancelled", "handlers %", "at worst %",
                "work %", "success %");
  }

  // Returns the median percentage of cancelled requests that start a handler.
  double Run(int row, int connections, bool cancels, int rounds) {
    std::vector<double> cancelled, handlers, work, success;
    for (int i = 0; i < rounds; ++i) {
      // gRPC learns how much to read at once, so each round needs connections
      // of its own.
      const auto channels = NewChannels(servers_[row]->address(), connections);
      StopRound round;
      round.cancels = cancels;
      const StopResult result =
          RunStop(round, *servers_[row], channels, &next_request_[row]);
      cancelled.push_back(result.cancelled);
      handlers.push_back(Percent(result.handlers_started, result.cancelled));
      work.push_back(Percent(result.work_started, result.cancelled));
      success.push_back(Percent(result.succeeded, result.calls));
    }
    std::printf("%-24s %-9s %11d %9.0f %10.1f %10.1f %10.1f %9.1f\n",
                kRows[row].server, cancels ? "cancel" : "deadline", connections,
                Median(cancelled), Median(handlers),
                *std::max_element(handlers.begin(), handlers.end()),
                Median(work), Median(success));
    std::fflush(stdout);
    return Median(handlers);
  }

 private:
  std::vector<std::unique_ptr<StoppedServer>> servers_;
  std::vector<int> next_request_;
};

int Main(int argc, char** argv) {
  int rounds = 5;
  bool check = false;
  for (int i = 1; i < argc; ++i) {
    absl::string_view argument = argv[i];
    if (argument == "--check") {
      check = true;
      rounds = 3;
    } else if (!absl::ConsumePrefix(&argument, "--rounds=") ||
               !absl::SimpleAtoi(argument, &rounds) || rounds < 1 ||
               rounds > 10) {
      std::fprintf(stderr, "no such argument: %s\n", argv[i]);
      return 2;
    }
  }
  Stops stops;
  bool holds = true;
  for (const int connections : {1, 20, 100}) {
    if (check && connections > 1) break;
    for (const bool cancels : {false, true}) {
      for (int row = 0; row < 3; ++row) {
        if (check && row != kDrops) continue;
        const double percent = stops.Run(row, connections, cancels, rounds);
        if (row == kDrops && percent > kMaxPercent) holds = false;
      }
    }
  }
  return holds ? 0 : 1;
}

}  // namespace
}  // namespace baton::e2e

int main(int argc, char** argv) { return baton::e2e::Main(argc, argv); }
