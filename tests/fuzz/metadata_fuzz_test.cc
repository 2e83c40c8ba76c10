// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Sends hostile metadata through a real server and a real client, in requests
// and in the responses to their calls. Nothing may crash or hang, and no value
// may raise a limit.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "baton/client.h"
#include "baton/server.h"
#include "grpcpp/grpcpp.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/rpc/support/loopback_server.h"
#include "tests/rpc/support/middle_server.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/largest_said.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using fuzz::Require;

constexpr int kMaxGrant = 3;
constexpr std::size_t kMaxValues = 16;
// Grants may be forwarded when the leaf is known to participate.
constexpr Owner kOwners[] = {
    {OwnerMode::kKeep, 0}, {OwnerMode::kDelegate, 0}, {OwnerMode::kSplit, 1}};

// gRPC itself sends no other characters.
std::string Visible(absl::string_view text) {
  std::string visible(text.substr(0, 256));
  for (char& c : visible) {
    if (c < ' ' || c > '~') c = static_cast<char>(' ' + (c & 0x3f));
  }
  return visible;
}

// The metadata of one round.
struct Round {
  Owner owner;
  std::vector<std::pair<std::string, std::string>> request;
  std::vector<std::string> budgets;  // of the request
  std::vector<std::pair<std::string, std::string>> answer;
};

// Lines: `grpc-previous-rpc-attempts`, `x-envoy-attempt-count`, the pushback of
// the response (each "-" for none). Then values of `retry-budget`, and values
// of `retry-advice` after "A:". The size of the input selects the owner mode.
Round Read(absl::string_view input) {
  const fuzz::Values lines = fuzz::ValuesOf(input);
  Round round;
  round.owner = kOwners[input.size() % std::size(kOwners)];
  for (std::size_t i = 0; i < std::min(lines.size(), kMaxValues); ++i) {
    absl::string_view line = lines[i];
    if (line == "-") continue;
    if (i == 0) {
      round.request.emplace_back("grpc-previous-rpc-attempts", Visible(line));
    } else if (i == 1) {
      round.request.emplace_back("x-envoy-attempt-count", Visible(line));
    } else if (i == 2) {
      round.answer.emplace_back("grpc-retry-pushback-ms", Visible(line));
    } else if (absl::ConsumePrefix(&line, "A:")) {
      round.answer.emplace_back("retry-advice", Visible(line));
    } else {
      round.budgets.push_back(Visible(line));
      round.request.emplace_back("retry-budget", round.budgets.back());
    }
  }
  return round;
}

ServerOptions Limited() {
  ServerOptions options;
  options.inbound_grant.max_grant = kMaxGrant;
  options.retry_ratio_limit.max_ratio = 1;
  return options;
}

// A caller without Baton, a server with Baton, and a leaf that always fails.
class Stack {
 public:
  // Destroyed at the end of the process, before the search for leaks.
  static Stack& Get() {
    static Stack stack;
    return stack;
  }

  void Run(const Round& round) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      round_ = round;
      calls_ = most_charged_ = 0;
      granted_ = -1;
    }
    const auto context = NewContext(kPatience);
    for (const auto& [key, value] : round.request) {
      context->AddMetadata(key, value);
    }
    const UnaryResult result = MakeUnaryCall(
        UnaryForm::kCqFinish, middle_.NewChannel(), context, RequestOf("x"));
    std::lock_guard<std::mutex> lock(mutex_);
    Require(!result.status.ok(), "the leaf has failed");
    Require(result.status.error_code() != grpc::StatusCode::DEADLINE_EXCEEDED,
            "nothing hangs");
    const int limit = round.budgets.empty()
                          ? kMaxGrant
                          : std::min(kMaxGrant, LargestSaid(round.budgets));
    Require(granted_ <= limit, "no value raises what the handler may spend");
    Require(calls_ >= 1 && calls_ <= 1 + limit,
            "the amplification bound, at the leaf");
    Require(most_charged_ <= limit,
            "what goes along comes out of the same grant");
    for (const std::string& advice : result.Trailers("retry-advice")) {
      Require(absl::StartsWith(advice, "r="), "advice is well-formed");
    }
  }

 private:
  Stack() {
    for (const Owner owner : kOwners) {
      ClientOptions options = QuickOptions();
      options.policy.everything().retry.owner = owner;
      options.policy.everything().retry.max_attempts = 5;
      options.policy.everything().retry.edge_grant = kMaxGrant;
      options.policy.everything().retry.max_pushback = absl::Milliseconds(1);
      channels_.push_back(NewBatonChannel(leaf_.target(), options));
    }
  }

  grpc::Status Handle() {
    std::size_t channel = 0;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      granted_ = RequestScope::Current().grant().value_or(-1);
      channel = static_cast<std::size_t>(round_.owner.mode);
    }
    grpc::ClientContext context;
    return rpc::CallOn(channels_[channel], context);
  }

  grpc::Status Answer(grpc::ServerContext& context) {
    std::lock_guard<std::mutex> lock(mutex_);
    ++calls_;
    const auto range = context.client_metadata().equal_range("retry-budget");
    for (auto it = range.first; it != range.second; ++it) {
      const std::string value(it->second.data(), it->second.size());
      most_charged_ =
          std::max(most_charged_, calls_ - 1 + LargestSaid({value}));
    }
    for (const auto& [key, value] : round_.answer) {
      context.AddTrailingMetadata(key, value);
    }
    return {grpc::StatusCode::UNAVAILABLE, "out"};
  }

  std::mutex mutex_;
  Round round_;    // guarded by mutex_, as are the following
  int calls_ = 0;  // at the leaf
  // The maximum over these calls of the earlier attempts plus the forwarded
  // grant.
  int most_charged_ = 0;
  int granted_ = -1;  // to the handler; -1: it was the edge
  rpc::LoopbackServer leaf_{
      [this](grpc::ServerContext& context, auto&) { return Answer(context); }};
  std::vector<std::shared_ptr<grpc::Channel>> channels_;
  MiddleServer middle_{[this](grpc::ServerContext&) { return Handle(); },
                       Limited()};
};

}  // namespace
}  // namespace baton

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  baton::Stack::Get().Run(baton::Read(baton::fuzz::TextOf(data, size)));
  return 0;
}
