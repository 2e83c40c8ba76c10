// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_METHOD_ACCOUNT_H_
#define BATON_CORE_LIMITS_METHOD_ACCOUNT_H_

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace baton::core {

// A few tokens of one method, in front of the process budget that all methods
// of a target share. Other methods cannot take them. A method whose retries
// help therefore always has tokens, even if another method has taken all shared
// ones. Starts full.
//
// The capacity depends on the number of methods, so each function gets the
// current one. All amounts are milli-tokens. Thread-safe and lock-free.
class MethodAccount {
 public:
  // `methods` is the number of methods of the target. It must outlive this
  // object.
  explicit MethodAccount(const std::atomic<int>& methods) : methods_(methods) {}
  MethodAccount(const MethodAccount&) = delete;
  MethodAccount& operator=(const MethodAccount&) = delete;

  // Returns the number of methods that share the process budget. At least 1.
  int methods() const {
    return std::max(methods_.load(std::memory_order_relaxed), 1);
  }

  // Takes `amount` if the level is at least `needed`, which is at least
  // `amount`. Otherwise returns false and changes nothing.
  bool TryTake(int64_t amount, int64_t needed, int64_t capacity);

  // Adds `amount`, up to the capacity. Returns the rest. If the account is
  // full, only reads it.
  int64_t Add(int64_t amount, int64_t capacity);

  // Returns the level, at least 0.
  int64_t Level(int64_t capacity) const {
    return std::max<int64_t>(
        capacity - missing_.load(std::memory_order_relaxed), 0);
  }

 private:
  const std::atomic<int>& methods_;
  // The milli-tokens by which the account is not full.
  std::atomic<int64_t> missing_{0};
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_METHOD_ACCOUNT_H_
