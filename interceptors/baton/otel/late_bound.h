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

// Caches a global OpenTelemetry object, which the application may set, replace
// or remove at any time. As long as there is no object, each use looks for one.
// After that, only every kUsesPerLook-th use of a thread looks for a new
// object. The lookup takes a lock of the whole process, and most uses avoid it
// in this way. Thread-safe.
template <typename T>
class LateBound {
 public:
  using Pointer = opentelemetry::nostd::shared_ptr<T>;

  // The number of uses after which a thread looks again. It is a prime number:
  // if a thread uses several objects in a fixed order, it still looks for each
  // of them from time to time.
  static constexpr std::uint32_t kUsesPerLook = 61;

  // `look` returns the current object, or null if there is none. It must return
  // the same pointer until the object is replaced. It must be thread-safe.
  explicit LateBound(std::function<Pointer()> look) : look_(std::move(look)) {}

  LateBound(const LateBound&) = delete;
  LateBound& operator=(const LateBound&) = delete;

  // Returns the object, or nullptr if there is none. The result stays valid as
  // long as this LateBound, even if the object is replaced. Another thread may
  // still use the old object.
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
