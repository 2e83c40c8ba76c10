// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/retry_stop.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "baton/core/policy/retry_stop_setting.h"
#include "baton/core/report/printable_text.h"
#include "baton/mutex.h"

namespace baton {

class RetryStopWatch::Watcher {
 public:
  explicit Watcher(std::function<void()> on_stop)
      : on_stop_(std::move(on_stop)) {}

  void Tell() {
    if (!told_.exchange(true)) on_stop_();
  }
  void Silence() { told_.store(true); }

  // Adds and removes watchers, and tells all of them.
  static void Add(std::shared_ptr<Watcher> watcher);
  static void Remove(const std::shared_ptr<Watcher>& watcher);
  static void TellAll();

 private:
  struct List {
    Mutex mutex;
    absl::flat_hash_set<std::shared_ptr<Watcher>> watchers
        ABSL_GUARDED_BY(mutex);
  };
  // Never destroyed: calls may wait when the process exits.
  static List& Watchers() {
    static auto& list = *new List;
    return list;
  }

  const std::function<void()> on_stop_;
  std::atomic<bool> told_{false};
};

namespace {

// The number of reasons to stop retries. Read by each call, and changed under
// the mutex of the reasons only.
std::atomic<int> stops{0};

// The reasons to stop retries. One mutex covers each change as a whole. A
// concurrent StopAllRetries() therefore sees a change before or after it.
struct Reasons {
  Mutex mutex;
  // Whether StopAllRetries(true) was the last call of that function.
  bool stopped_by_call ABSL_GUARDED_BY(mutex) = false;

  // Never destroyed: calls may ask when the process exits.
  static Reasons& Get() {
    static auto& reasons = *new Reasons;
    return reasons;
  }

  // Adds a reason. Returns whether it is the first one.
  bool Add() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
    return stops.fetch_add(1) == 0;
  }
  void Remove() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) { stops.fetch_sub(1); }
};

// Adds a reason. Returns whether it is the first one.
bool AddReason() {
  Reasons& reasons = Reasons::Get();
  const MutexLock lock(reasons.mutex);
  return reasons.Add();
}

void RemoveReason() {
  Reasons& reasons = Reasons::Get();
  const MutexLock lock(reasons.mutex);
  reasons.Remove();
}

// Changes the reason of StopAllRetries(). Returns whether retries stop now.
bool ChangeReasonOfCall(bool stop) {
  Reasons& reasons = Reasons::Get();
  const MutexLock lock(reasons.mutex);
  if (std::exchange(reasons.stopped_by_call, stop) == stop) return false;
  if (stop) return reasons.Add();
  reasons.Remove();
  return false;
}

}  // namespace

void RetryStopWatch::Watcher::Add(std::shared_ptr<Watcher> watcher) {
  List& list = Watchers();
  const MutexLock lock(list.mutex);
  list.watchers.insert(std::move(watcher));
}

void RetryStopWatch::Watcher::Remove(const std::shared_ptr<Watcher>& watcher) {
  List& list = Watchers();
  const MutexLock lock(list.mutex);
  list.watchers.erase(watcher);
}

void RetryStopWatch::Watcher::TellAll() {
  absl::flat_hash_set<std::shared_ptr<Watcher>> told;
  {
    List& list = Watchers();
    const MutexLock lock(list.mutex);
    told.swap(list.watchers);
  }
  for (const std::shared_ptr<Watcher>& watcher : told) watcher->Tell();
}

namespace {

constexpr char kVariable[] = "BATON_STOP_ALL_RETRIES";
constexpr std::size_t kMaxPrinted = 40;

// Adds a reason if the environment variable is set. Writes a line to the
// standard error if it is set or invalid. An invalid value also stops the
// retries: a user who sets the variable wants to stop them, and a process
// without retries does no harm.
bool StopByVariable() {
  const char* const value = std::getenv(kVariable);
  if (value == nullptr) return false;
  const core::RetryStopSetting setting = core::ParseRetryStopSetting(value);
  if (setting == core::RetryStopSetting::kOff) return false;
  AddReason();
  // One write, so that lines of several threads do not mix.
  std::cerr << (setting == core::RetryStopSetting::kOn
                    ? absl::StrCat("baton: ", kVariable,
                                   " is set: this process makes no retries and "
                                   "no hedges\n")
                    : absl::StrCat("baton: ", kVariable,
                                   ": must be 0 or 1, got '",
                                   core::PrintableText(value, kMaxPrinted),
                                   "': counts as 1, so this process makes no "
                                   "retries and no hedges\n"));
  return true;
}

void ReadVariableOnce() {
  [[maybe_unused]] static const bool is_set = StopByVariable();
}

// Reads the variable when the process starts. A later change of the environment
// has no effect, and cannot race with the reading.
[[maybe_unused]] const bool read_at_start = (ReadVariableOnce(), true);

}  // namespace

bool AllRetriesStopped() {
  // Another static object may ask before `read_at_start` exists.
  ReadVariableOnce();
  return stops.load(std::memory_order_relaxed) > 0;
}

RetryStop::RetryStop() {
  if (AddReason()) RetryStopWatch::Watcher::TellAll();
}

RetryStop::~RetryStop() { RemoveReason(); }

void StopAllRetries(bool stop) {
  if (ChangeReasonOfCall(stop)) RetryStopWatch::Watcher::TellAll();
}

void RetryStopWatch::Start(std::function<void()> on_stop) {
  Stop();
  watcher_ = std::make_shared<Watcher>(std::move(on_stop));
  Watcher::Add(watcher_);
  // The stop may have come before the watcher was in the list.
  if (AllRetriesStopped()) watcher_->Tell();
}

void RetryStopWatch::Stop() {
  if (watcher_ == nullptr) return;
  watcher_->Silence();
  Watcher::Remove(watcher_);
  watcher_ = nullptr;
}

}  // namespace baton
