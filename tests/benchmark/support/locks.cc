// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/benchmark/support/locks.h"

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>

#if defined(__SANITIZE_THREAD__)
#define BATON_COUNTS_LOCKS 0
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define BATON_COUNTS_LOCKS 0
#else
#define BATON_COUNTS_LOCKS 1
#endif
#else
#define BATON_COUNTS_LOCKS 1
#endif

namespace baton::benchmarks {
namespace {

thread_local std::int64_t taken = 0;

}  // namespace

std::int64_t LocksTaken() { return taken; }

#if BATON_COUNTS_LOCKS
namespace {

// Calls the original function behind the wrapper of the same name.
template <typename Lock>
int CountAndCall(std::atomic<void*>& real, const char* name, Lock* lock) {
  void* function = real.load(std::memory_order_relaxed);
  if (function == nullptr) {
    function = dlsym(RTLD_NEXT, name);
    real.store(function, std::memory_order_relaxed);
  }
  ++taken;
  return reinterpret_cast<int (*)(Lock*)>(function)(lock);
}

std::atomic<void*> mutex_lock{nullptr};
std::atomic<void*> read_lock{nullptr};
std::atomic<void*> write_lock{nullptr};

}  // namespace
#endif

}  // namespace baton::benchmarks

#if BATON_COUNTS_LOCKS
extern "C" {
int pthread_mutex_lock(pthread_mutex_t* lock) noexcept {
  return baton::benchmarks::CountAndCall(baton::benchmarks::mutex_lock,
                                         "pthread_mutex_lock", lock);
}
int pthread_rwlock_rdlock(pthread_rwlock_t* lock) noexcept {
  return baton::benchmarks::CountAndCall(baton::benchmarks::read_lock,
                                         "pthread_rwlock_rdlock", lock);
}
int pthread_rwlock_wrlock(pthread_rwlock_t* lock) noexcept {
  return baton::benchmarks::CountAndCall(baton::benchmarks::write_lock,
                                         "pthread_rwlock_wrlock", lock);
}
}
#endif
