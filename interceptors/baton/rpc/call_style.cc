// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call_style.h"

#include <pthread.h>

#include <cstddef>
#include <cstdint>

namespace baton::rpc {
namespace {

struct StackBounds {
  uintptr_t low = 0;
  uintptr_t high = 0;
};

StackBounds FindBounds() {
  StackBounds bounds;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return bounds;
  void* low = nullptr;
  std::size_t size = 0;
  if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
    bounds.low = reinterpret_cast<uintptr_t>(low);
    bounds.high = bounds.low + size;
  }
  pthread_attr_destroy(&attributes);
  return bounds;
}

bool IsOnStackOfThisThread(const void* object) {
  // Kept, since for a main thread it takes reading a file to find out.
  thread_local const StackBounds bounds = FindBounds();
  const auto address = reinterpret_cast<uintptr_t>(object);
  return address >= bounds.low && address < bounds.high;
}

}  // namespace

CallStyle StyleOf(InterceptorBatchMethods& batch) {
  if (IsOnStackOfThisThread(&batch)) return CallStyle::kSync;
  return batch.GetSendMessage() != nullptr ? CallStyle::kCallback
                                           : CallStyle::kCompletionQueue;
}

}  // namespace baton::rpc
