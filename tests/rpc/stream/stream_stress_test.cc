// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Streams of all kinds on many threads, against a server that fails at random.
// The application reads exactly the messages of the winning attempt, in order.
// Every call ends.

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/rpc/runtime/real_random.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "gtest/gtest.h"
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

int Draw(Dice& dice, int below) {
  return static_cast<int>(dice() % static_cast<uint64_t>(below));
}

// The behavior of the server for one attempt. A client stream has one response.
ScriptStep RandomStep(const SeenAttempt& attempt, Dice& dice) {
  const int chance = Draw(dice, 100);
  const bool one_response =
      attempt.method.find("ClientStream") != std::string::npos;
  if (chance < 50) {
    return one_response ? Answer("all").AfterReadingAll()
                        : AnswerWithoutMessage().AfterEchoingAll();
  }
  const ScriptStep failure =
      chance < 60   ? Fail(StatusCode::UNAVAILABLE, "by chance")
      : chance < 70 ? Fail(StatusCode::UNAVAILABLE, "wait").WithPushback("3")
      : chance < 75 ? Fail(StatusCode::UNAVAILABLE).HeadersFirst()
      : chance < 80 ? CutConnection()
      : chance < 85 ? Fail(StatusCode::NOT_FOUND, "no such thing")
      : chance < 97 ? AnswerWithoutMessage()
                    : Fail(StatusCode::UNAVAILABLE, "held").Held();
  if (Draw(dice, 4) == 0) return failure.AfterReadingAll();
  if (!one_response && Draw(dice, 8) == 0)
    return failure.AfterEchoing(1 + Draw(dice, 20));
  return failure.AfterReading(1 + Draw(dice, 20));
}

Payloads RandomPayloads(Dice& dice, const std::string& id) {
  Payloads payloads;
  const int count = 1 + Draw(dice, 40);
  for (int i = 0; i < count; ++i) {
    payloads.push_back(
        absl::StrCat(id, ":", i, ":",
                     std::string(static_cast<size_t>(Draw(dice, 3000)), 'x')));
  }
  return payloads;
}

// Whether attempts have a timeout.
class StreamStressTest : public ::testing::TestWithParam<bool> {
 protected:
  StreamStressTest() {
    server_.Otherwise([this](const SeenAttempt& attempt) {
      return RandomStep(attempt, dice_);
    });
    ClientOptions options = QuickOptions();
    if (GetParam()) {
      options.policy.everything().deadline.attempt_timeout =
          absl::Milliseconds(300);
    }
    channel_ = NewBatonChannel(server_.address(), options);
  }

  // Reads and writes a bidi stream on two threads.
  StreamResult MakeWithTwoThreads(grpc::ClientContext& context,
                                  const Payloads& payloads,
                                  const std::function<void()>& after_start) {
    const auto stub = Scripted::NewStub(channel_);
    const auto stream = stub->Bidi(&context);
    after_start();
    std::thread writer([&] {
      for (const std::string& payload : payloads) {
        if (!stream->Write(RequestOf(payload))) break;
      }
      stream->WritesDone();
    });
    StreamResult result;
    CallResponse response;
    while (stream->Read(&response)) {
      result.payloads.push_back(response.payload());
    }
    writer.join();
    result.status = stream->Finish();
    return result;
  }

  void MakeOne(Dice& dice, const std::string& id) {
    const StreamKind kind =
        AllStreamKinds()[static_cast<size_t>(Draw(dice, 3))];
    Payloads payloads = RandomPayloads(dice, id);
    if (kind == StreamKind::kServer) payloads.resize(1);
    const absl::Duration timeout =
        absl::Milliseconds(Draw(dice, 5) == 0 ? 20 : 2000);
    const auto context = NewContext(timeout);
    context->AddMetadata("x-call", id);
    const StreamApi api = AllStreamApis()[static_cast<size_t>(Draw(dice, 3))];
    // A corked call on a queue has no tag for its start.
    if (api != StreamApi::kQueue && Draw(dice, 4) == 0) {
      context->set_initial_metadata_corked(true);
    }
    std::thread canceller;
    // TSan cannot see how gRPC orders a cancellation and the start.
    const bool cancels = Draw(dice, 8) == 0;
    const auto after_start = [&] {
      if (cancels) canceller = std::thread([&] { context->TryCancel(); });
    };
    const Stopwatch watch;
    const bool two_threads = api == StreamApi::kSync &&
                             kind == StreamKind::kBidi && Draw(dice, 2) == 0;
    const StreamResult result =
        two_threads ? MakeWithTwoThreads(*context, payloads, after_start)
                    : MakeStreamCall(api, kind, channel_, *context, payloads,
                                     after_start);
    if (canceller.joinable()) canceller.join();
    EXPECT_LT(watch.Elapsed(), timeout + kSlack) << id;
    Check(id, kind, payloads, result);
    ++calls_;
    if (!result.status.ok()) return;
    ++ok_;
    const std::lock_guard<std::mutex> lock(mutex_);
    sent_[id] = payloads.size();
  }

  // The application received the messages that were sent, from the start and
  // without gaps. For a client stream the server has the response.
  void Check(const std::string& id, StreamKind kind, const Payloads& sent,
             const StreamResult& result) {
    if (kind == StreamKind::kClient) return;
    ASSERT_LE(result.payloads.size(), sent.size()) << id;
    for (std::size_t i = 0; i < result.payloads.size(); ++i) {
      ASSERT_EQ(result.payloads[i], sent[i]) << id << " message " << i;
    }
  }

  // Every attempt reads messages of its own call, in order. An attempt that
  // responds after the end of writes has read all messages.
  void CheckAttempts() {
    int retried = 0;
    for (const SeenAttempt& seen : server_.AllAttempts()) {
      const std::vector<std::string> ids = seen.Values("x-call");
      ASSERT_EQ(ids.size(), 1u);
      const std::vector<std::string> budgets = seen.Values("retry-budget");
      ASSERT_EQ(budgets.size(), 1u) << ids[0];
      if (budgets[0].find("n=0") == std::string::npos) ++retried;
      for (std::size_t i = 0; i < seen.payloads.size(); ++i) {
        const std::string wanted = absl::StrCat(ids[0], ":", i, ":");
        ASSERT_EQ(seen.payloads[i].compare(0, wanted.size(), wanted), 0)
            << "got " << seen.payloads[i].substr(0, 40);
      }
      const auto sent = sent_.find(ids[0]);
      if (sent == sent_.end() || seen.cancelled || !seen.half_closed) continue;
      EXPECT_EQ(seen.payloads.size(), sent->second) << ids[0];
    }
    RecordProperty("calls", calls_);
    RecordProperty("ok", ok_);
    RecordProperty("retried", retried);
  }

  Dice dice_{static_cast<uint64_t>(rpc::ThreadUniform().Next() * 1e9)};
  std::atomic<int> calls_{0};
  std::atomic<int> ok_{0};
  std::mutex mutex_;
  std::map<std::string, std::size_t> sent_;  // of successful calls
  ScriptedServer server_;
  std::shared_ptr<grpc::Channel> channel_;
};

INSTANTIATE_TEST_SUITE_P(Attempts, StreamStressTest, ::testing::Bool(),
                         [](const auto& test) {
                           return test.param ? "WithTimeout" : "WithoutTimeout";
                         });

TEST_P(StreamStressTest, EveryStreamEndsWithMessagesInOrder) {
  const Stopwatch watch;
  support::RunOnThreads(kThreads, [&](int thread) {
    Dice dice(static_cast<uint64_t>(rpc::ThreadUniform().Next() * 1e9));
    for (int i = 0; watch.Elapsed() < kDuration; ++i) {
      MakeOne(dice, absl::StrCat(thread, "-", i));
    }
  });
  EXPECT_GT(ok_, 0);
  CheckAttempts();
}

}  // namespace
}  // namespace baton
