// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/shop/call_tally.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "absl/status/status.h"

namespace baton::stack {
namespace {

constexpr int kCallers = ::shop::v1::Layer_ARRAYSIZE;

}  // namespace

// Zero pages of a file are a valid object of this type.
struct CallTally::Numbers {
  std::atomic<uint64_t> received;
  std::atomic<uint16_t> calls[kMaxRequest + 1][kCallers];
};

absl::StatusOr<CallTally> CallTally::Create() {
  const int file = memfd_create("tally", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, sizeof(Numbers)) != 0) {
    if (file >= 0) close(file);
    return absl::ResourceExhaustedError("cannot create shared memory");
  }
  return Open(file);
}

absl::StatusOr<CallTally> CallTally::Open(int file) {
  struct stat information = {};
  if (fstat(file, &information) != 0 ||
      information.st_size != static_cast<off_t>(sizeof(Numbers))) {
    return absl::InvalidArgumentError(
        "tally_file: must be the descriptor of a tally");
  }
  void* memory = mmap(nullptr, sizeof(Numbers), PROT_READ | PROT_WRITE,
                      MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) {
    return absl::ResourceExhaustedError("cannot map shared memory");
  }
  return CallTally(file, static_cast<Numbers*>(memory));
}

CallTally::~CallTally() {
  if (numbers_ == nullptr) return;
  munmap(numbers_, sizeof(Numbers));
  close(file_);
}

CallTally::CallTally(CallTally&& other) noexcept
    : file_(other.file_), numbers_(std::exchange(other.numbers_, nullptr)) {}

void CallTally::Count(uint32_t request, Layer caller) {
  numbers_->received.fetch_add(1, std::memory_order_relaxed);
  if (request < 1 || request > kMaxRequest) return;
  const int site = ::shop::v1::Layer_IsValid(caller) ? caller : 0;
  numbers_->calls[request][site].fetch_add(1, std::memory_order_relaxed);
}

uint64_t CallTally::received() const {
  return numbers_->received.load(std::memory_order_relaxed);
}

int CallTally::Calls(uint32_t request, Layer caller) const {
  if (request > kMaxRequest) return 0;
  return numbers_->calls[request][caller].load(std::memory_order_relaxed);
}

int CallTally::Calls(uint32_t request) const {
  int sum = 0;
  for (int caller = 0; caller < kCallers; ++caller) {
    sum += Calls(request, static_cast<Layer>(caller));
  }
  return sum;
}

int CallTally::WorstCallSite(uint32_t first, uint32_t last) const {
  int worst = 0;
  for (uint32_t request = first; request <= std::min(last, kMaxRequest);
       ++request) {
    for (int caller = 0; caller < kCallers; ++caller) {
      worst = std::max(worst, Calls(request, static_cast<Layer>(caller)));
    }
  }
  return worst;
}

}  // namespace baton::stack
