// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/retry_stop.h"

#include <atomic>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_set.h"
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

// The number of reasons to stop retries. Read by each call.
std::atomic<int> stops{0};

// Whether StopAllRetries(true) was the last call of that function.
std::atomic<bool> stopped_by_call{false};

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

bool AllRetriesStopped() { return stops.load(std::memory_order_relaxed) > 0; }

RetryStop::RetryStop() {
  if (stops.fetch_add(1) == 0) RetryStopWatch::Watcher::TellAll();
}

RetryStop::~RetryStop() { stops.fetch_sub(1); }

void StopAllRetries(bool stop) {
  if (stopped_by_call.exchange(stop) == stop) return;
  if (!stop) {
    stops.fetch_sub(1);
  } else if (stops.fetch_add(1) == 0) {
    RetryStopWatch::Watcher::TellAll();
  }
}

void RetryStopWatch::Start(std::function<void()> on_stop) {
  Stop();
  watcher_ = std::make_shared<Watcher>(std::move(on_stop));
  Watcher::Add(watcher_);
  // The stop may have come before the watcher was in the list.
  if (stops.load() > 0) watcher_->Tell();
}

void RetryStopWatch::Stop() {
  if (watcher_ == nullptr) return;
  watcher_->Silence();
  Watcher::Remove(watcher_);
  watcher_ = nullptr;
}

}  // namespace baton
