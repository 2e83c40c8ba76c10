// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_LATE_BOUND_H_
#define BATON_OTEL_LATE_BOUND_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "opentelemetry/nostd/shared_ptr.h"

namespace baton::otel {

// Something of OpenTelemetry's that may come after us, be replaced, and go
// away. It is looked up anew by each call as long as there is none, and then
// now and then: looking takes a lock that the whole process shares, and most
// calls shall take none. Thread-safe.
template <typename T>
class LateBound {
 public:
  using Pointer = opentelemetry::nostd::shared_ptr<T>;

  // A thread looks again after so many uses of what it found. A prime, so that
  // one of several objects used in turns has its turn to look as well.
  static constexpr std::uint32_t kUsesPerLook = 61;

  // `look` returns null for none, and the same again as long as nothing has
  // changed. Thread-safe.
  explicit LateBound(std::function<Pointer()> look) : look_(std::move(look)) {}

  LateBound(const LateBound&) = delete;
  LateBound& operator=(const LateBound&) = delete;

  // nullptr if there is none. Valid as long as this object, also if it is
  // replaced: somebody may be using it.
  T* Get() const {
    thread_local std::uint32_t uses = 0;
    T* const current = current_.load(std::memory_order_acquire);
    if (current != nullptr && ++uses % kUsesPerLook != 0) return current;
    return Look(current);
  }

 private:
  T* Look(T* current) const {
    Pointer found = look_();
    if (found.get() == current) return current;
    std::lock_guard<std::mutex> lock(mutex_);
    T* const result = found.get();
    if (result != nullptr && !IsKept(result)) kept_.push_back(found);
    current_.store(result, std::memory_order_release);
    return result;
  }

  bool IsKept(const T* object) const {
    for (const Pointer& kept : kept_) {
      if (kept.get() == object) return true;
    }
    return false;
  }

  const std::function<Pointer()> look_;
  mutable std::atomic<T*> current_{nullptr};
  mutable std::mutex mutex_;
  mutable std::vector<Pointer> kept_;  // guarded by mutex_
};

}  // namespace baton::otel

#endif  // BATON_OTEL_LATE_BOUND_H_
