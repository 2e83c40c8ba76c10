// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_REPLAY_LIMIT_H_
#define BATON_CORE_LIMITS_REPLAY_LIMIT_H_

#include <atomic>
#include <cstdint>

namespace baton::core {

// How many bytes the streams of a process keep for sending again. The limit
// comes with each request for room, since each channel has a policy of its own;
// what is in use is one number.
//
// Thread-safe and lock-free. Never above the largest limit that was asked with,
// however many threads ask at once.
class ReplayBudget {
 public:
  // Makes room for `bytes`, not negative, if no more than `max_bytes` are in
  // use then. False leaves everything as it was.
  bool TryReserve(int64_t bytes, int64_t max_bytes);

  // Gives back what was reserved.
  void Release(int64_t bytes);

  // For gauges.
  int64_t bytes_in_use() const {
    return in_use_.load(std::memory_order_relaxed);
  }

 private:
  std::atomic<int64_t> in_use_{0};
};

// What one call keeps of the budget. Not thread-safe.
//
//   ReplayAccount account(process_budget, 256 << 10, 64 << 20);
//   if (!account.TryAdd(message.Length())) Commit();   // which calls Clear()
class ReplayAccount {
 public:
  // `budget` must outlive it. Limits are in bytes.
  ReplayAccount(ReplayBudget& budget, int64_t max_per_call,
                int64_t max_per_process)
      : budget_(budget),
        max_per_call_(max_per_call),
        max_per_process_(max_per_process) {}
  ~ReplayAccount() { Clear(); }
  ReplayAccount(const ReplayAccount&) = delete;
  ReplayAccount& operator=(const ReplayAccount&) = delete;

  // Is there room for so many bytes more, here and in the process? If so, they
  // are taken; if not, nothing has changed.
  bool TryAdd(int64_t bytes);

  // Gives everything back.
  void Clear();

  int64_t bytes() const { return bytes_; }

 private:
  ReplayBudget& budget_;
  const int64_t max_per_call_;
  const int64_t max_per_process_;
  int64_t bytes_ = 0;
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_REPLAY_LIMIT_H_
