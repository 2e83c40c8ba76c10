// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_LATE_BOUND_H_
#define BATON_OTEL_LATE_BOUND_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "baton/mutex.h"
#include "opentelemetry/nostd/shared_ptr.h"

namespace baton::otel {

// Caches a global OpenTelemetry object that the application may set, replace
// or remove at any time. As long as no object exists, each use looks for it.
// Later only every kUsesPerLook-th use does: the lookup takes a lock that the
// whole process shares, and most calls must not take it. Thread-safe.
template <typename T>
class LateBound {
 public:
  using Pointer = opentelemetry::nostd::shared_ptr<T>;

  // A thread looks again after this number of uses. A prime number, so that
  // several objects that a thread uses in turns all look from time to time.
  static constexpr std::uint32_t kUsesPerLook = 61;

  // `look` returns the current object, or null if none exists. It returns the
  // same pointer until the object is replaced. It must be thread-safe.
  explicit LateBound(std::function<Pointer()> look) : look_(std::move(look)) {}

  LateBound(const LateBound&) = delete;
  LateBound& operator=(const LateBound&) = delete;

  // Returns the object, or nullptr if none exists. The result stays valid as
  // long as this LateBound, even after a replacement, since another thread may
  // still use it.
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
    const MutexLock lock(mutex_);
    T* const result = found.get();
    if (result != nullptr && !IsKept(result)) kept_.push_back(found);
    current_.store(result, std::memory_order_release);
    return result;
  }

  bool IsKept(const T* object) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    for (const Pointer& kept : kept_) {
      if (kept.get() == object) return true;
    }
    return false;
  }

  const std::function<Pointer()> look_;
  mutable std::atomic<T*> current_{nullptr};
  mutable Mutex mutex_;
  mutable std::vector<Pointer> kept_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace baton::otel

#endif  // BATON_OTEL_LATE_BOUND_H_
