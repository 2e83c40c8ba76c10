// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/benchmark/support/allocations.h"

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <new>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define BATON_COUNTS_ALLOCATIONS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define BATON_COUNTS_ALLOCATIONS 0
#else
#define BATON_COUNTS_ALLOCATIONS 1
#endif
#else
#define BATON_COUNTS_ALLOCATIONS 1
#endif

namespace baton::benchmarks {
namespace {

// Constant-initialized, because malloc is called before any constructor.
std::atomic<bool> counting{false};
std::atomic<int64_t> all{0};
std::atomic<int64_t> by_new{0};

}  // namespace

#if BATON_COUNTS_ALLOCATIONS
namespace {

void Count(std::atomic<int64_t>& counter) {
  if (counting.load(std::memory_order_relaxed)) {
    counter.fetch_add(1, std::memory_order_relaxed);
  }
}

}  // namespace
#endif

AllocationCounter::AllocationCounter() {
  all = 0;
  by_new = 0;
  counting = true;
}

AllocationCounter::~AllocationCounter() { counting = false; }

Allocations AllocationCounter::Counted() const { return {all, by_new}; }

}  // namespace baton::benchmarks

#if BATON_COUNTS_ALLOCATIONS

// glibc's own functions, under the names that it offers for such replacements.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  baton::benchmarks::Count(baton::benchmarks::all);
  return __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) {
  baton::benchmarks::Count(baton::benchmarks::all);
  return __libc_calloc(count, size);
}

void* realloc(void* old, std::size_t size) {
  baton::benchmarks::Count(baton::benchmarks::all);
  return __libc_realloc(old, size);
}

void* memalign(std::size_t alignment, std::size_t size) {
  baton::benchmarks::Count(baton::benchmarks::all);
  return __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return memalign(alignment, size);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  void* const allocated = memalign(alignment, size);
  if (allocated == nullptr) return ENOMEM;
  *memory = allocated;
  return 0;
}
}

// The other forms of operator new call these, or aligned_alloc.
void* operator new(std::size_t size) {
  baton::benchmarks::Count(baton::benchmarks::by_new);
  if (void* const memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

#endif
