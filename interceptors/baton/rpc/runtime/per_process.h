// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_PER_PROCESS_H_
#define BATON_RPC_RUNTIME_PER_PROCESS_H_

#include <pthread.h>

#include <atomic>

namespace baton::rpc {

// The only object of type T in the process. The first Get() creates it with the
// default constructor. It is never destroyed, because calls may be in flight
// while the process exits. Thread-safe.
//
// For types that own threads. After a fork, the child process has none of these
// threads, and a mutex may be locked forever because its thread does not exist
// in the child. The child therefore ignores the object of its parent and
// creates a new one.
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

    // Uses no lock, because a fork in another thread could leave it locked.
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
