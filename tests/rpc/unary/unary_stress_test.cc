// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/rpc/runtime/real_random.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/lateness.h"
#include "tests/rpc/support/stress_channels.h"
#include "tests/rpc/support/stress_servers.h"
#include "tests/rpc/support/test_arguments.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/prepared_call.h"
#include "tests/support/real_time.h"

namespace baton {
namespace {

// ThreadSanitizer slows Baton and not gRPC, so the slowest calls show nothing.
#if defined(__has_feature)
constexpr bool kThreadSanitizer = __has_feature(thread_sanitizer);
#else
constexpr bool kThreadSanitizer = false;
#endif

// With bazel: --test_arg=--seconds=300 --test_arg=--seed=1
int64_t seconds = 4;
uint64_t seed = 0;  // 0: a random seed, which is printed
// For valgrind, which slows everything down: the factor for deadlines. Above 1,
// lateness is not checked.
int slowness = 1;
// Disabled if gRPC itself leaks memory for such calls.
bool drop_prepared = true;

constexpr int kThreads = 4;
constexpr std::size_t kInFlight = 24;  // per thread
constexpr int kMostAttempts = 3;       // 1 + G of the default policy

// Chosen for every call.
struct Choice {
  std::string id;
  UnaryForm form;
  std::size_t server;
  Flavor flavor;
  absl::Duration timeout;
  bool cancel_before = false;
  bool cancel_at_once = false;
  bool hedged = false;
};

std::ostream& operator<<(std::ostream& out, const Choice& choice) {
  return out << choice.id << ", " << choice.form << ", server " << choice.server
             << ", timeout " << choice.timeout
             << (choice.flavor == Flavor::kBare ? ", bare" : "")
             << (choice.cancel_before ? ", cancelled before" : "")
             << (choice.cancel_at_once ? ", cancelled at once" : "")
             << (choice.hedged ? ", hedged" : "");
}

class UnaryStress {
 public:
  explicit UnaryStress(uint64_t of)
      : seed_(of), servers_(of), channels_(Addresses()) {
    std::cout << "--seed=" << seed_ << std::endl;
  }

  void Run(absl::Duration duration) {
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([this, i, duration] { RunThread(i, duration); });
    }
    for (std::thread& thread : threads) thread.join();
  }

  void Report() {
    std::cout << "seed " << seed_ << ": " << calls_ << " calls, " << ok_
              << " OK, " << cancels_ << " cancels, " << dropped_
              << " prepared and dropped, " << replaced_
              << " channels replaced\n  Baton: " << ours_
              << "\n  bare: " << bare_ << std::endl;
  }

  void Check() {
    int most = 0;
    int64_t repeated = 0;
    for (const auto& [id, attempts] : servers_.AttemptsByPayload()) {
      EXPECT_LE(attempts, kMostAttempts) << id;
      most = std::max(most, attempts);
      if (attempts > 1) ++repeated;
    }
    std::cout << "  " << repeated << " calls attempted again, " << most
              << " attempts at most" << std::endl;
    EXPECT_EQ(most, kMostAttempts) << "no retries, so nothing was tested";
    if (slowness > 1) return;
    EXPECT_LE(ours_.Quantile(0.5),
              2 * bare_.Quantile(0.5) + absl::Milliseconds(5));
    // On a busy machine bare gRPC is late as well, and the slowest calls show
    // nothing about Baton.
    if (bare_.Quantile(1) > absl::Milliseconds(5) || kThreadSanitizer) return;
    EXPECT_LE(ours_.Quantile(0.99), absl::Milliseconds(5));
  }

 private:
  // A call in flight, with the data to identify it.
  struct InFlight {
    Choice choice;
    std::unique_ptr<StartedCall> call;
  };

  std::vector<std::string> Addresses() const {
    std::vector<std::string> addresses;
    for (std::size_t i = 0; i < servers_.size(); ++i) {
      addresses.push_back(servers_.address(i));
    }
    return addresses;
  }

  void RunThread(int thread, absl::Duration duration) {
    std::mt19937_64 dice(seed_ * 1000 + static_cast<uint64_t>(thread));
    const Stopwatch watch;
    std::deque<InFlight> in_flight;
    while (watch.Elapsed() < duration && !::testing::Test::HasFailure()) {
      Choice choice = Choose(thread, dice);
      if (dice() % 50 == 0) {
        channels_.Replace(choice.server, choice.flavor);
        ++replaced_;
      }
      if (drop_prepared && dice() % 40 == 0) Drop(choice, dice);
      in_flight.push_back(Begin(std::move(choice)));
      if (dice() % 4 == 0) {
        in_flight[dice() % in_flight.size()].call->context().TryCancel();
        ++cancels_;
      }
      while (in_flight.size() > dice() % kInFlight) {
        const auto chosen = in_flight.begin() + static_cast<std::ptrdiff_t>(
                                                    dice() % in_flight.size());
        InFlight ending = std::move(*chosen);
        in_flight.erase(chosen);
        End(ending);
      }
    }
    for (InFlight& left : in_flight) End(left);
  }

  Choice Choose(int thread, std::mt19937_64& dice) {
    Choice choice;
    const auto& forms = AllUnaryForms();
    choice.form = forms[dice() % forms.size()];
    choice.server = dice() % servers_.size();
    choice.flavor = dice() % 4 == 0 ? Flavor::kBare : Flavor::kBaton;
    choice.timeout = absl::Milliseconds(1 + dice() % (dice() % 2 ? 30 : 150));
    choice.timeout *= slowness;
    // With Baton, the policy sets one.
    if (dice() % 8 == 0 && choice.flavor != Flavor::kBare) {
      choice.timeout = absl::InfiniteDuration();
    }
    choice.cancel_before = dice() % 50 == 0;
    choice.cancel_at_once = dice() % 10 == 0;
    choice.hedged = choice.flavor != Flavor::kBare && dice() % 3 == 0;
    choice.id = std::to_string(thread) + "/" + std::to_string(calls_++);
    if (dice() % 50 == 0) choice.id += "|" + std::string(100'000, 'x');
    return choice;
  }

  void Drop(const Choice& choice, std::mt19937_64& dice) {
    const auto& forms = PreparedUnaryForms();
    const UnaryForm form = forms[dice() % forms.size()];
    PrepareUnaryCallAndDrop(form, channels_.Get(choice.server, Flavor::kBaton),
                            NewContext(choice.timeout), RequestOf("dropped"));
    ++dropped_;
  }

  InFlight Begin(Choice choice) {
    const auto context = NewContext(choice.timeout);
    if (choice.cancel_before) context->TryCancel();
    if (choice.hedged) {
      CallOverrides overrides;
      overrides.idempotency = Idempotency::kIdempotent;
      overrides.hedge.emplace();
      overrides.hedge->max_attempts = 4;  // more than the grant allows
      overrides.hedge->delay = absl::Milliseconds(3);
      overrides.hedge->max_extra_load_ratio = 1;
      EXPECT_TRUE(SetCallOverrides(context.get(), overrides).ok());
    }
    CallHooks hooks;
    hooks.on_end = [this, choice, watch = Stopwatch()](const UnaryResult& got) {
      OnEnd(choice, watch.Elapsed(), got);
    };
    auto call =
        StartUnaryCall(choice.form, channels_.Get(choice.server, choice.flavor),
                       context, RequestOf(choice.id), std::move(hooks));
    if (choice.cancel_at_once) call->context().TryCancel();
    return InFlight{std::move(choice), std::move(call)};
  }

  void OnEnd(const Choice& choice, absl::Duration took,
             const UnaryResult& result) {
    if (result.status.ok()) {
      ++ok_;
      // Servers also send OK without a message. gRPC's APIs report this with
      // different codes.
      EXPECT_TRUE(result.payload.empty() || result.payload == choice.id)
          << choice << ": an answer to something else";
    }
    const bool bare = choice.flavor == Flavor::kBare;
    const absl::Duration timeout = choice.timeout == absl::InfiniteDuration()
                                       ? absl::Seconds(1)
                                       : choice.timeout;
    if (took > timeout) (bare ? bare_ : ours_).Add(took - timeout);
  }

  void End(InFlight& ending) {
    const UnaryResult result = ending.call->Wait();
    if (!result.ended) {
      ADD_FAILURE() << "stuck: " << ending.choice << "; servers saw "
                    << servers_.AttemptsOf(ending.choice.id)
                    << " attempts; seed " << seed_;
    }
    ending.call = nullptr;
  }

  const uint64_t seed_;
  StressServers servers_;
  StressChannels channels_;
  std::atomic<int64_t> calls_{0};
  std::atomic<int64_t> ok_{0};
  std::atomic<int64_t> cancels_{0};
  std::atomic<int64_t> dropped_{0};
  std::atomic<int64_t> replaced_{0};
  Lateness ours_;
  Lateness bare_;
};

TEST(UnaryStressTest, EveryCallEndsOnceAndInTime) {
  const auto drawn = static_cast<uint64_t>(rpc::ThreadUniform().Next() * 1e9);
  UnaryStress stress(seed == 0 ? drawn : seed);
  stress.Run(absl::Seconds(seconds));
  stress.Report();
  stress.Check();
}

// Returns false if the argument is unknown.
bool Parse(absl::string_view argument) {
  if (argument == "--drop_prepared=off") {
    drop_prepared = false;
    return true;
  }
  if (absl::ConsumePrefix(&argument, "--slowness=")) {
    return absl::SimpleAtoi(argument, &slowness);
  }
  if (absl::ConsumePrefix(&argument, "--seconds=")) {
    return absl::SimpleAtoi(argument, &seconds);
  }
  if (absl::ConsumePrefix(&argument, "--seed=")) {
    return absl::SimpleAtoi(argument, &seed);
  }
  return false;
}

}  // namespace
}  // namespace baton

int main(int argc, char** argv) {
  return baton::RunTestsWithArguments(argc, argv, baton::Parse);
}
