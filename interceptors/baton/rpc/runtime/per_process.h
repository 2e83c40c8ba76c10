// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_PER_PROCESS_H_
#define BATON_RPC_RUNTIME_PER_PROCESS_H_

#include <pthread.h>

#include <atomic>

namespace baton::rpc {

// The one T of this process, made by its default constructor when it is first
// asked for. Never destroyed, since calls may be in flight while the process
// exits. For a T that has threads: a forked child, which has none of its
// parent's, gets a T of its own and leaves the old one alone, whose mutexes may
// have been locked at the moment of the fork.
template <typename T>
class PerProcess {
 public:
  static T& Get() {
    T* current = current_.load(std::memory_order_acquire);
    if (current != nullptr) return *current;

    static const int registered = pthread_atfork(nullptr, nullptr, [] {
      current_.store(nullptr, std::memory_order_relaxed);
    });
    (void)registered;

    // Without a lock, which a fork in another thread could leave locked.
    auto* const fresh = new T;
    if (current_.compare_exchange_strong(current, fresh,
                                         std::memory_order_acq_rel)) {
      return *fresh;
    }
    delete fresh;
    return *current;
  }

 private:
  static inline std::atomic<T*> current_{nullptr};
};

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_PER_PROCESS_H_
