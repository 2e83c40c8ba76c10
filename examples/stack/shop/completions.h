// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_COMPLETIONS_H_
#define BATON_EXAMPLES_STACK_SHOP_COMPLETIONS_H_

#include <functional>
#include <memory>
#include <utility>

#include "grpcpp/grpcpp.h"

namespace baton::stack {

// The function to call when an operation on a completion queue completes.
using Completion = std::function<void(bool ok)>;

// Returns a tag for a completion queue that RunCompletions() polls.
inline void* NewTag(Completion completion) {
  return new Completion(std::move(completion));
}

// Polls until the queue has been shut down and is empty. NewTag() must have
// created every tag of the queue.
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
