// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_REPLAY_LIMIT_H_
#define BATON_CORE_LIMITS_REPLAY_LIMIT_H_

#include <atomic>
#include <cstdint>

namespace baton::core {

// Counts the bytes that all calls of a process keep for later attempts. Each
// call passes its own limit, because each channel has its own policy. The
// number of bytes in use is common to all calls.
//
// Thread-safe and lock-free. The number never exceeds the largest limit that
// was passed, even if many threads reserve bytes at the same time.
class ReplayLimit {
 public:
  // Reserves `bytes` if at most `max_bytes` are in use afterwards. Otherwise
  // returns false and changes nothing. `bytes` must not be negative.
  bool TryReserve(int64_t bytes, int64_t max_bytes);

  // Releases reserved bytes.
  void Release(int64_t bytes);

  // Returns the number of reserved bytes, for gauges.
  int64_t bytes_in_use() const {
    return in_use_.load(std::memory_order_relaxed);
  }

 private:
  std::atomic<int64_t> in_use_{0};
};

// The bytes that one call has reserved in a ReplayLimit. Owned by the call. Not
// thread-safe.
//
//   ReplayAccount account(process_limit, 256 << 10, 64 << 20);
//   if (!account.TryAdd(message.Length())) Commit();   // which calls Clear()
class ReplayAccount {
 public:
  // `limit` must outlive this object. `max_per_call` and `max_per_process` are
  // in bytes.
  ReplayAccount(ReplayLimit& limit, int64_t max_per_call,
                int64_t max_per_process)
      : limit_(limit),
        max_per_call_(max_per_call),
        max_per_process_(max_per_process) {}
  ~ReplayAccount() { Clear(); }
  ReplayAccount(const ReplayAccount&) = delete;
  ReplayAccount& operator=(const ReplayAccount&) = delete;

  // Reserves `bytes` more for the call. If the call or the process would exceed
  // its limit, returns false and changes nothing.
  bool TryAdd(int64_t bytes);

  // Releases all bytes of the call.
  void Clear();

  int64_t bytes() const { return bytes_; }

 private:
  ReplayLimit& limit_;
  const int64_t max_per_call_;
  const int64_t max_per_process_;
  int64_t bytes_ = 0;
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_REPLAY_LIMIT_H_
