// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Hedged streams on many threads, against a slow server that fails at random.
// The application reads complete messages of one attempt, in order. Every call
// and every attempt ends.

#include <atomic>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/rpc/runtime/real_random.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/test_arguments.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/calls/scripted_server.h"
#include "tests/support/calls/stream_forms.h"
#include "tests/support/real_time.h"
#include "tests/support/threads.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using testing::v1::CallResponse;
using testing::v1::Scripted;
using Dice = std::mt19937_64;
using Payloads = std::vector<std::string>;

constexpr int kThreads = 4;
constexpr absl::Duration kDuration = absl::Seconds(3);
// Later than the deadline. A call that takes longer is stuck.
constexpr absl::Duration kSlack = absl::Seconds(10);

// --slowness=10: the limits of time are ten times as long, for valgrind.
int slowness = 1;

int Draw(Dice& dice, int below) {
  return static_cast<int>(dice() % static_cast<uint64_t>(below));
}

// "attempt:index:count:checksum:filler"
std::string MessageOf(int attempt, int index, int count, Dice& dice) {
  const std::string filler(static_cast<size_t>(Draw(dice, 3000)), 'x');
  const std::string head = absl::StrCat(attempt, ":", index, ":", count);
  return absl::StrCat(head, ":",
                      std::hash<std::string>()(absl::StrCat(head, filler)), ":",
                      filler);
}

// The behavior of the server for one attempt.
ScriptStep RandomStep(const SeenAttempt& attempt, Dice& dice) {
  const int count = 1 + Draw(dice, 20);
  Payloads messages;
  for (int i = 0; i < count; ++i) {
    messages.push_back(MessageOf(attempt.number, i, count, dice));
  }
  const int chance = Draw(dice, 100);
  if (chance < 25) return Answer("never").Held();
  if (chance < 30) return Answer("never").HeadersFirst().Held();
  if (chance < 70) {
    const std::string last = messages.back();
    messages.pop_back();
    return Answer(last).AfterWriting(messages);
  }
  if (chance < 75) return AnswerWithoutMessage();
  if (chance < 85) return Fail(StatusCode::UNAVAILABLE, "by chance");
  if (chance < 88) return Fail(StatusCode::UNAVAILABLE).HeadersFirst();
  if (chance < 90) return Fail(StatusCode::UNAVAILABLE).WithPushback("3");
  if (chance < 92) return Fail(StatusCode::NOT_FOUND, "no such thing");
  if (chance < 94) return CutConnection();
  messages.pop_back();
  return Fail(StatusCode::UNAVAILABLE, "later").AfterWriting(messages);
}

class StreamHedgeStressTest : public ::testing::Test {
 protected:
  StreamHedgeStressTest() {
    server_.Otherwise([this](const SeenAttempt& attempt) {
      return RandomStep(attempt, dice_);
    });
    ClientOptions options = QuickOptions();
    MethodPolicy& everything = options.policy.everything();
    everything.deadline.attempt_timeout = absl::Milliseconds(300) * slowness;
    everything.hedge.max_attempts = 3;
    everything.hedge.delay = absl::Milliseconds(1);
    everything.hedge.max_extra_load_ratio = 1;
    channel_ = NewBatonChannel(server_.address(), options);
  }

  // Reads a few messages and destroys the stream.
  StreamResult MakeAndDrop(grpc::ClientContext& context, Dice& dice) {
    const auto stub = Scripted::NewStub(channel_);
    const auto stream = stub->ServerStream(&context, RequestOf("a"));
    StreamResult result;
    result.status = grpc::Status::CANCELLED;
    CallResponse response;
    for (int left = Draw(dice, 4); left > 0 && stream->Read(&response);
         --left) {
      result.payloads.push_back(response.payload());
    }
    return result;
  }

  void MakeOne(Dice& dice) {
    const absl::Duration timeout =
        absl::Milliseconds(Draw(dice, 5) == 0 ? 5 : 500) * slowness;
    const auto context = NewContext(timeout);
    const StreamApi api = AllStreamApis()[static_cast<size_t>(Draw(dice, 3))];
    std::thread canceller;
    const bool cancels = Draw(dice, 6) == 0;
    const auto after_start = [&] {
      if (cancels) canceller = std::thread([&] { context->TryCancel(); });
    };
    const Stopwatch watch;
    const StreamResult result =
        Draw(dice, 6) == 0 ? MakeAndDrop(*context, dice)
                           : MakeStreamCall(api, StreamKind::kServer, channel_,
                                            *context, {"a"}, after_start);
    if (canceller.joinable()) canceller.join();
    EXPECT_LT(watch.Elapsed(), timeout + kSlack);
    Check(result);
    ++calls_;
    if (result.status.ok()) ++ok_;
  }

  static void Check(const StreamResult& result) {
    Payloads first;
    for (std::size_t i = 0; i < result.payloads.size(); ++i) {
      const Payloads parts = absl::StrSplit(result.payloads[i], ':');
      ASSERT_EQ(parts.size(), 5u);
      if (i == 0) first = parts;
      EXPECT_EQ(parts[0], first[0]) << "of another attempt";
      EXPECT_EQ(parts[1], absl::StrCat(i));
      EXPECT_EQ(parts[3],
                absl::StrCat(std::hash<std::string>()(absl::StrCat(
                    parts[0], ":", parts[1], ":", parts[2], parts[4]))));
    }
    if (!result.status.ok() || result.payloads.empty()) return;
    EXPECT_EQ(first[2], absl::StrCat(result.payloads.size()));
  }

  Dice dice_{static_cast<uint64_t>(rpc::ThreadUniform().Next() * 1e9)};
  std::atomic<int> calls_{0};
  std::atomic<int> ok_{0};
  ScriptedServer server_;
  std::shared_ptr<grpc::Channel> channel_;
};

TEST_F(StreamHedgeStressTest, EveryStreamEndsWithMessagesOfOneAttempt) {
  const Stopwatch watch;
  support::RunOnThreads(kThreads, [&](int /*thread*/) {
    Dice dice(static_cast<uint64_t>(rpc::ThreadUniform().Next() * 1e9));
    while (watch.Elapsed() < kDuration) MakeOne(dice);
  });
  int hedges = 0;
  for (const SeenAttempt& seen : server_.AllAttempts()) {
    if (seen.Values("retry-budget")[0].find("k=h") != std::string::npos) {
      ++hedges;
    }
    EXPECT_TRUE(server_.AwaitEnd(seen.number).ended);
  }
  EXPECT_GT(ok_, 0);
  EXPECT_GT(hedges, 0);
  RecordProperty("calls", calls_);
  RecordProperty("ok", ok_);
  RecordProperty("hedges", hedges);
}

bool Parse(absl::string_view argument) {
  return absl::ConsumePrefix(&argument, "--slowness=") &&
         absl::SimpleAtoi(argument, &slowness);
}

}  // namespace
}  // namespace baton

int main(int argc, char** argv) {
  return baton::RunTestsWithArguments(argc, argv, baton::Parse);
}
