// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/request/replay_waits.h"

#include <utility>
#include <vector>

namespace baton::rpc {

ReplayWaits& ReplayWaits::Process() {
  static auto& waits = *new ReplayWaits;
  return waits;
}

bool ReplayWaits::Wait(const std::string& key, MonotonicTime until,
                       Runtime& runtime, std::function<void()> done) {
  const MutexLock lock(mutex_);
  if (waits_.size() >= kMaxPerProcess || waits_.count(key) >= kMaxPerKey) {
    return false;
  }
  const uint64_t id = next_id_++;
  const Runtime::TimerId timer =
      runtime.Schedule(until, [this, &runtime, key, id] {
        // The timer thread runs no code of a request.
        runtime.Post([this, key, id] { OnTimer(key, id); });
      });
  waits_.emplace(key, Entry{id, &runtime, timer, std::move(done)});
  return true;
}

void ReplayWaits::Wake(const std::string& key) {
  std::vector<Entry> ended;
  {
    const MutexLock lock(mutex_);
    const auto range = waits_.equal_range(key);
    for (auto it = range.first; it != range.second; ++it) {
      ended.push_back(std::move(it->second));
    }
    waits_.erase(range.first, range.second);
  }
  for (const Entry& entry : ended) {
    entry.runtime->Cancel(entry.timer);
    entry.done();
  }
}

void ReplayWaits::OnTimer(const std::string& key, uint64_t id) {
  std::function<void()> done;
  {
    const MutexLock lock(mutex_);
    const auto range = waits_.equal_range(key);
    for (auto it = range.first; it != range.second; ++it) {
      if (it->second.id != id) continue;
      done = std::move(it->second.done);
      waits_.erase(it);
      break;
    }
  }
  if (done) done();
}

std::size_t ReplayWaits::size() const {
  const MutexLock lock(mutex_);
  return waits_.size();
}

}  // namespace baton::rpc
