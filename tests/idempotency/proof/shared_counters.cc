// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/idempotency/proof/shared_counters.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <new>

namespace baton {
namespace {

static_assert(std::atomic<int64_t>::is_always_lock_free);

// Returns null on failure.
void* Map(const std::string& path, int flags) {
  const int file = open(path.c_str(), O_RDWR | O_CLOEXEC | flags, 0600);
  if (file < 0) return nullptr;
  void* memory = MAP_FAILED;
  if (ftruncate(file, sizeof(ServerCounters)) == 0) {
    memory = mmap(nullptr, sizeof(ServerCounters), PROT_READ | PROT_WRITE,
                  MAP_SHARED, file, 0);
  }
  close(file);
  return memory == MAP_FAILED ? nullptr : memory;
}

std::shared_ptr<ServerCounters> Own(ServerCounters* counters) {
  if (counters == nullptr) return nullptr;
  return std::shared_ptr<ServerCounters>(counters, [](ServerCounters* mapped) {
    munmap(mapped, sizeof(ServerCounters));
  });
}

}  // namespace

std::shared_ptr<ServerCounters> CreateSharedCounters(const std::string& path) {
  void* const memory = Map(path, O_CREAT);
  return Own(memory == nullptr ? nullptr : new (memory) ServerCounters());
}

std::shared_ptr<ServerCounters> OpenSharedCounters(const std::string& path) {
  return Own(static_cast<ServerCounters*>(Map(path, 0)));
}

}  // namespace baton
