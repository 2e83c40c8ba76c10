// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/call_style.h"

#include <pthread.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define BATON_ASAN
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define BATON_ASAN
#endif

#ifdef BATON_ASAN
extern "C" void* __asan_get_current_fake_stack();
extern "C" void* __asan_addr_is_in_fake_stack(void* fake_stack, void* address,
                                              void** begin, void** end);
#endif

namespace baton::rpc {
namespace {

struct StackBounds {
  uintptr_t low = 0;
  uintptr_t high = 0;
};

// Longest part of a stack that Baton recognizes. A synchronous call deeper in
// the stack looks like another style.
constexpr uintptr_t kLongestStack = uintptr_t{1} << 30;

// Returns the stack of this thread, or a range that contains the stack. With
// `ulimit -s unlimited`, the C library reports for the main thread all
// addresses between the stack and the mapping below it, and later mappings lie
// in this range. kLongestStack keeps most of them out.
StackBounds FindBounds() {
  StackBounds bounds;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return bounds;
  void* low = nullptr;
  std::size_t size = 0;
  if (pthread_attr_getstack(&attributes, &low, &size) == 0) {
    bounds.low = reinterpret_cast<uintptr_t>(low);
    bounds.high = bounds.low + size;
    bounds.low = std::max(bounds.low,
                          bounds.high - std::min(bounds.high, kLongestStack));
  }
  pthread_attr_destroy(&attributes);
  return bounds;
}

// AddressSanitizer moves stack objects to the heap to detect uses after return.
// Asks it whether it has moved this object.
bool IsOnFakeStack(const void* object) {
#ifdef BATON_ASAN
  void* const fake_stack = __asan_get_current_fake_stack();
  return fake_stack != nullptr &&
         __asan_addr_is_in_fake_stack(fake_stack, const_cast<void*>(object),
                                      nullptr, nullptr) != nullptr;
#else
  (void)object;
  return false;
#endif
}

const StackBounds& Bounds() {
  // Cached, because for the main thread FindBounds() reads a file.
  thread_local const StackBounds bounds = FindBounds();
  return bounds;
}

// Returns whether `object` belongs to a caller of this function.
bool IsOnStackOfThisThread(const void* object) {
  const StackBounds& bounds = Bounds();
  const auto address = reinterpret_cast<uintptr_t>(object);
  // The stack grows downwards. Everything between this frame and the start of
  // the stack therefore belongs to callers, and never to the heap, however
  // large the range of FindBounds() is. On the stack of a fiber this frame is
  // outside of the bounds.
  const auto frame = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  return (frame >= bounds.low && address >= frame && address < bounds.high) ||
         IsOnFakeStack(object);
}

}  // namespace

bool IsOnForeignStack() {
  const auto frame = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  return frame < Bounds().low || frame >= Bounds().high;
}

bool IsSynchronous(InterceptorBatchMethods& batch) {
  return IsOnStackOfThisThread(&batch);
}

CallStyle StyleOf(InterceptorBatchMethods& batch) {
  if (IsSynchronous(batch)) return CallStyle::kSync;
  return batch.GetSendMessage() != nullptr ? CallStyle::kCallback
                                           : CallStyle::kCompletionQueue;
}

}  // namespace baton::rpc
