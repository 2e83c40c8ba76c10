// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_CALL_TALLY_H_
#define BATON_EXAMPLES_STACK_SHOP_CALL_TALLY_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "examples/stack/shop/layers.h"

namespace baton::stack {

// How often a service was called, in all and by request and caller. The
// numbers are in memory that processes can share, so that they outlive a
// service that is killed.
//
// Thread-safe, in all the processes that share it.
class CallTally {
 public:
  // Requests from 1 to this are counted by themselves.
  static constexpr uint32_t kMaxRequest = (1 << 17) - 1;

  // A new one, all zero, in a file that has no name and goes with its last
  // descriptor. RESOURCE_EXHAUSTED if the system has none to give.
  static absl::StatusOr<CallTally> Create();
  // The one behind a descriptor that was inherited, and now belongs to it.
  static absl::StatusOr<CallTally> Open(int file);

  ~CallTally();
  CallTally(CallTally&& other) noexcept;
  CallTally& operator=(CallTally&& other) = delete;

  // To be inherited by the service.
  int file() const { return file_; }

  void Count(uint32_t request, Layer caller);

  uint64_t received() const;
  // How often the call site in `caller` called for `request`.
  int Calls(uint32_t request, Layer caller) const;
  // The same for all call sites together.
  int Calls(uint32_t request) const;
  // The most calls of one call site for one request of [first, last].
  int WorstCallSite(uint32_t first, uint32_t last) const;

 private:
  struct Numbers;
  CallTally(int file, Numbers* numbers) : file_(file), numbers_(numbers) {}

  int file_;
  Numbers* numbers_;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_CALL_TALLY_H_
