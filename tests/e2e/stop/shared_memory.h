// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_E2E_STOP_SHARED_MEMORY_H_
#define BATON_TESTS_E2E_STOP_SHARED_MEMORY_H_

#include <sys/mman.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace baton::e2e {

// An array that this process shares with the processes that it forks later. All
// bytes are zero at first, and no constructor runs. T must allow this. Each
// process has its own object, which frees its own mapping.
template <typename T>
class SharedMemory {
 public:
  explicit SharedMemory(std::size_t count) : bytes_(count * sizeof(T)) {
    void* const memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
      std::perror("mmap");
      std::exit(1);
    }
    data_ = static_cast<T*>(memory);
  }
  ~SharedMemory() { munmap(data_, bytes_); }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  T& operator[](std::size_t index) const { return data_[index]; }
  T* operator->() const { return data_; }
  T& operator*() const { return *data_; }

 private:
  const std::size_t bytes_;
  T* data_ = nullptr;
};

}  // namespace baton::e2e

#endif  // BATON_TESTS_E2E_STOP_SHARED_MEMORY_H_
