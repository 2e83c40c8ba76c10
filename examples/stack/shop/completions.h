// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_COMPLETIONS_H_
#define BATON_EXAMPLES_STACK_SHOP_COMPLETIONS_H_

#include <functional>
#include <memory>
#include <utility>

#include "grpcpp/grpcpp.h"

namespace baton::stack {

// What is to be done when an operation on a completion queue has ended.
using Completion = std::function<void(bool ok)>;

// A tag for a completion queue that RunCompletions() polls.
inline void* NewTag(Completion completion) {
  return new Completion(std::move(completion));
}

// Polls until the queue has been shut down and is empty. Every tag of the
// queue has to be one of NewTag().
inline void RunCompletions(grpc::CompletionQueue& queue) {
  void* tag = nullptr;
  bool ok = false;
  while (queue.Next(&tag, &ok)) {
    const std::unique_ptr<Completion> run(static_cast<Completion*>(tag));
    (*run)(ok);
  }
}

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_COMPLETIONS_H_
