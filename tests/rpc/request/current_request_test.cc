// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Scopes that end in the wrong order or on the wrong thread.

#include "baton/rpc/request/current_request.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "baton/deadline.h"
#include "baton/inbound_grant.h"
#include "baton/misuse.h"
#include "baton/request_observer.h"
#include "baton/rpc/request/request_record.h"
#include "grpc/grpc.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/loopback_server.h"

namespace baton::rpc {
namespace {

using Record = std::shared_ptr<RequestRecord>;

// Notes the threads on which its attachments begin and end.
class ThreadNotes final : public RequestObserver {
 public:
  struct Notes {
    std::vector<std::thread::id> begun;
    std::vector<std::thread::id> ended;
  };
  explicit ThreadNotes(std::shared_ptr<Notes> notes)
      : notes_(std::move(notes)) {}

  std::unique_ptr<Attachment> Attach() override {
    notes_->begun.push_back(std::this_thread::get_id());
    return std::make_unique<Noting>(notes_);
  }
  void OnRequestEnd(const RequestReport&) override {}

 private:
  class Noting final : public Attachment {
   public:
    explicit Noting(std::shared_ptr<Notes> notes) : notes_(std::move(notes)) {}
    ~Noting() override { notes_->ended.push_back(std::this_thread::get_id()); }

   private:
    const std::shared_ptr<Notes> notes_;
  };

  const std::shared_ptr<Notes> notes_;
};

// Runs `use` in a handler, with two records of its request.
template <typename Use>
void WithRecords(Use use) {
  LoopbackServer server(
      [&](grpc::ServerContext& context, examples::v1::EchoResponse&) {
        const auto record = [&] {
          return std::make_shared<RequestRecord>(
              context.c_call(), InboundGrant(), Deadline::None());
        };
        use(record(), record());
        return grpc::Status::OK;
      });
  grpc::ClientContext context;
  EXPECT_TRUE(server.Call(context).ok());
}

void OnAnotherThread(const std::function<void()>& run) {
  std::thread(run).join();
}

TEST(CurrentRequestTest, ScopesNest) {
  WithRecords([](const Record& one, const Record& other) {
    const CurrentRequestScope outer(one);
    {
      const CurrentRequestScope inner(other);
      EXPECT_EQ(CurrentRequest(), other);
      const CurrentRequestScope none(nullptr);
      EXPECT_EQ(CurrentRequest(), nullptr);
    }
    EXPECT_EQ(CurrentRequest(), one);
  });
  EXPECT_EQ(CurrentRequest(), nullptr);
}

TEST(CurrentRequestTest, ScopeThatEndsBeforeAnInnerScopeLeavesNoRequest) {
  WithRecords([](const Record& one, const Record& other) {
    auto outer = std::make_unique<CurrentRequestScope>(one);
    auto inner = std::make_unique<CurrentRequestScope>(other);
    outer = nullptr;
    EXPECT_EQ(CurrentRequest(), other);
    inner = nullptr;
    EXPECT_EQ(CurrentRequest(), nullptr);
  });
}

TEST(CurrentRequestTest, ScopeOfAnotherThreadLeavesNoRequestOnEitherThread) {
  WithRecords([](const Record& one, const Record& other) {
    const int64_t before = ReadMisuseCounts().scopes_ended_on_another_thread;
    auto scope = std::make_unique<CurrentRequestScope>(one);
    ::testing::internal::CaptureStderr();
    OnAnotherThread([&] {
      const CurrentRequestScope own(other);
      scope = nullptr;
      EXPECT_EQ(CurrentRequest(), other);
    });
    EXPECT_NE(::testing::internal::GetCapturedStderr().find(
                  "baton: a baton::ScopedAttach was destroyed on another"),
              std::string::npos);
    EXPECT_EQ(CurrentRequest(), nullptr);
    EXPECT_EQ(ReadMisuseCounts().scopes_ended_on_another_thread, before + 1);
  });
}

// A coroutine is resumed on a thread that has served other requests.
TEST(CurrentRequestTest, OtherThreadGetsNoDeadRequestBack) {
  WithRecords([](const Record& one, const Record& other) {
    std::unique_ptr<CurrentRequestScope> moved;
    OnAnotherThread(
        [&] { moved = std::make_unique<CurrentRequestScope>(one); });
    const CurrentRequestScope own(other);
    moved = nullptr;
    EXPECT_EQ(CurrentRequest(), other);
  });
  EXPECT_EQ(CurrentRequest(), nullptr);
}

TEST(CurrentRequestTest, OuterRequestIsCurrentAgainAfterAForeignEnd) {
  WithRecords([](const Record& one, const Record& other) {
    const CurrentRequestScope outer(one);
    auto inner = std::make_unique<CurrentRequestScope>(other);
    OnAnotherThread([&] { inner = nullptr; });
    EXPECT_EQ(CurrentRequest(), one);
  });
}

TEST(CurrentRequestTest, AttachmentEndsOnTheThreadThatBeganIt) {
  const auto notes = std::make_shared<ThreadNotes::Notes>();
  WithRecords([&](const Record& one, const Record&) {
    one->Watch(std::make_unique<ThreadNotes>(notes));
    auto scope = std::make_unique<CurrentRequestScope>(one);
    OnAnotherThread([&] { scope = nullptr; });
    EXPECT_TRUE(notes->ended.empty());
    EXPECT_EQ(CurrentRequest(), nullptr);
    EXPECT_EQ(notes->begun, notes->ended);
  });
}

TEST(CurrentRequestTest, ThreadMayEndBeforeItsScope) {
  WithRecords([](const Record& one, const Record&) {
    std::unique_ptr<CurrentRequestScope> scope;
    OnAnotherThread(
        [&] { scope = std::make_unique<CurrentRequestScope>(one); });
    scope = nullptr;
    EXPECT_EQ(CurrentRequest(), nullptr);
    // Only the test and its caller still have the record.
    EXPECT_LE(one.use_count(), 2);
  });
}

TEST(CurrentRequestTest, ForeignEndsOfManyThreadsAreSafe) {
  WithRecords([](const Record& one, const Record& other) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        for (int n = 0; n < 200; ++n) {
          auto scope = std::make_unique<CurrentRequestScope>(one);
          std::thread([&] {
            const CurrentRequestScope own(other);
            scope = nullptr;
          }).join();
          EXPECT_EQ(CurrentRequest(), nullptr);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
  });
}

}  // namespace
}  // namespace baton::rpc
