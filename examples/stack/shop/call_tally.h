// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_CALL_TALLY_H_
#define BATON_EXAMPLES_STACK_SHOP_CALL_TALLY_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "examples/stack/shop/layers.h"

namespace baton::stack {

// Counts the calls of a service, in total and by request and caller. The
// counters are in memory that processes can share, so that they outlive a
// killed service.
//
// Thread-safe in all processes that share it.
class CallTally {
 public:
  // Requests with ids from 1 to this one have their own counters.
  static constexpr uint32_t kMaxRequest = (1 << 17) - 1;

  // Creates a tally with all counters zero, in an anonymous file. The file
  // exists as long as a descriptor of it. Returns RESOURCE_EXHAUSTED if the
  // system cannot provide the memory.
  static absl::StatusOr<CallTally> Create();
  // Opens the tally of an inherited descriptor, and takes ownership of the
  // descriptor.
  static absl::StatusOr<CallTally> Open(int file);

  ~CallTally();
  CallTally(CallTally&& other) noexcept;
  CallTally& operator=(CallTally&& other) = delete;

  // Returns the descriptor that the service inherits.
  int file() const { return file_; }

  void Count(uint32_t request, Layer caller);

  uint64_t received() const;
  // Returns the calls of the call site in `caller` for `request`.
  int Calls(uint32_t request, Layer caller) const;
  // Returns the calls of all call sites for `request`.
  int Calls(uint32_t request) const;
  // Returns the maximum number of calls of one call site for one request of
  // [first, last].
  int WorstCallSite(uint32_t first, uint32_t last) const;

 private:
  struct Numbers;
  CallTally(int file, Numbers* numbers) : file_(file), numbers_(numbers) {}

  int file_;
  Numbers* numbers_;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_CALL_TALLY_H_
