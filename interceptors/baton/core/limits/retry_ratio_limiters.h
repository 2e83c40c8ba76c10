// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_LIMITS_RETRY_RATIO_LIMITERS_H_
#define BATON_CORE_LIMITS_RETRY_RATIO_LIMITERS_H_

#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "baton/core/limits/retry_ratio_limiter.h"

namespace baton::core {

// The retry ratio limiters of one server: one for each method, and one for each
// caller of a method whose identity the server knows. The failures of a method
// or of a caller therefore never limit the retries of another one.
//
// The number of limiters is bounded, and no request can create one with a name
// of its own: the server has registered the methods, and its options name the
// callers.
//
// Owned by the state of the server. Find() is thread-safe and lock-free.
class RetryRatioLimiters {
 public:
  // Further registered methods share one limiter.
  static constexpr int kMaxMethods = 1000;
  // Further callers of a method share its limiter with unknown callers.
  static constexpr int kMaxCallers = 64;

  // Adds the methods that the server has registered, such as
  // "/shop.v1.Inventory/Get". Must run before the first Find().
  void AddMethods(const std::vector<std::string>& methods);

  // Returns the limiter for requests to `method` from `caller`. Returns nullptr
  // if the server has not registered the method: the names that generic
  // services receive come from their clients. `caller` is a verified identity
  // that the options of the server name. Empty: unknown. The limiter lives as
  // long as this object.
  RetryRatioLimiter* Find(absl::string_view method, absl::string_view caller);

 private:
  // A caller never moves and never disappears before its method.
  struct Caller {
    explicit Caller(absl::string_view name) : identity(name) {}

    const std::string identity;
    RetryRatioLimiter limiter;
    Caller* next = nullptr;
  };

  // The limiters of one method.
  class Method {
   public:
    Method() = default;
    ~Method();
    Method(const Method&) = delete;
    Method& operator=(const Method&) = delete;

    RetryRatioLimiter& Find(absl::string_view caller);

   private:
    static Caller* FindIn(Caller* first, const Caller* last,
                          absl::string_view identity);

    RetryRatioLimiter limiter_;  // of the callers without their own
    std::atomic<Caller*> callers_{nullptr};
    std::atomic<int> size_{0};
  };

  std::deque<Method> own_;
  Method other_methods_;
  // All registered methods, by name.
  std::map<std::string, Method*, std::less<>> methods_;
};

}  // namespace baton::core

#endif  // BATON_CORE_LIMITS_RETRY_RATIO_LIMITERS_H_
