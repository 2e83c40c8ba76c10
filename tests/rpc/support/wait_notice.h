// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_SUPPORT_WAIT_NOTICE_H_
#define BATON_TESTS_RPC_SUPPORT_WAIT_NOTICE_H_

#include <condition_variable>
#include <memory>
#include <mutex>

#include "baton/call_observer.h"
#include "gtest/gtest.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"

namespace baton {

// An observer that reports to a test when calls wait for their next attempt,
// and how calls ended. Thread-safe.
class WaitNotice final : public CallObserverFactory {
 public:
  std::unique_ptr<CallObserver> OnCallStart(const CallStart&) override {
    return std::make_unique<Observer>(*this);
  }

  // Waits until a call begins its n-th wait. Fails the test after a timeout.
  void AwaitWait(int n) {
    std::unique_lock<std::mutex> lock(mutex_);
    EXPECT_TRUE(Await(lock, [&] { return waits_ >= n; })) << "no wait";
  }

  // Returns the report of the latest call that ended. Waits for one if
  // necessary.
  CallReport AwaitReport() {
    std::unique_lock<std::mutex> lock(mutex_);
    EXPECT_TRUE(Await(lock, [&] { return ended_ > 0; })) << "no call has ended";
    return report_;
  }

  int waits() {
    std::lock_guard<std::mutex> lock(mutex_);
    return waits_;
  }

  int calls_ended() {
    std::lock_guard<std::mutex> lock(mutex_);
    return ended_;
  }

 private:
  class Observer final : public CallObserver {
   public:
    explicit Observer(WaitNotice& notice) : notice_(notice) {}
    void OnAttemptStart(const AttemptStart&, AttemptMetadata&) override {}
    void OnAttemptEnd(const AttemptEnd&) override {}
    void OnWait(const Decision&) override { notice_.NoteWait(); }
    void OnCallEnd(const CallReport& report) override {
      notice_.NoteEnd(report);
    }

   private:
    WaitNotice& notice_;
  };

  template <typename Condition>
  bool Await(std::unique_lock<std::mutex>& lock, Condition condition) {
    return changed_.wait_until(lock, FromNow(kPatience), condition);
  }

  void NoteWait() {
    std::lock_guard<std::mutex> lock(mutex_);
    ++waits_;
    changed_.notify_all();
  }

  void NoteEnd(const CallReport& report) {
    std::lock_guard<std::mutex> lock(mutex_);
    ++ended_;
    report_ = report;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  int waits_ = 0;      // guarded by mutex_
  int ended_ = 0;      // guarded by mutex_
  CallReport report_;  // guarded by mutex_
};

}  // namespace baton

#endif  // BATON_TESTS_RPC_SUPPORT_WAIT_NOTICE_H_
