// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Needs C++20.

#ifndef BATON_EXAMPLES_THREADS_LINKED_TASK_H_
#define BATON_EXAMPLES_THREADS_LINKED_TASK_H_

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

#include "baton/server.h"

namespace baton::examples {

// A coroutine that belongs to the request of the thread that has started it. It
// begins at once, and destroys itself at its end.
//
// A ScopedAttach must end on the thread that created it, and any thread may
// resume a coroutine. The coroutine therefore detaches its request before each
// suspension, and attaches it after.
class LinkedTask {
 public:
  class promise_type {
   public:
    LinkedTask get_return_object() { return {}; }
    std::suspend_never initial_suspend() {
      Attach();
      return {};
    }
    std::suspend_never final_suspend() noexcept {
      attached_.reset();
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }

    template <typename Awaitable>
    auto await_transform(Awaitable awaitable) {
      return Linked<Awaitable>{*this, std::move(awaitable)};
    }

   private:
    template <typename Awaitable>
    struct Linked {
      bool await_ready() { return awaitable.await_ready(); }
      auto await_suspend(std::coroutine_handle<> task) {
        // Another thread may resume the task before this function returns.
        promise.attached_.reset();
        return awaitable.await_suspend(task);
      }
      auto await_resume() {
        if (!promise.attached_.has_value()) promise.Attach();
        return awaitable.await_resume();
      }

      promise_type& promise;
      Awaitable awaitable;
    };

    void Attach() { attached_.emplace(scope_); }

    const RequestScope scope_ = RequestScope::Current();
    std::optional<ScopedAttach> attached_;
  };
};

}  // namespace baton::examples

#endif  // BATON_EXAMPLES_THREADS_LINKED_TASK_H_
