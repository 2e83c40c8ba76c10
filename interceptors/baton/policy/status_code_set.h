// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_STATUS_CODE_SET_H_
#define BATON_POLICY_STATUS_CODE_SET_H_

#include "baton/base/export.h"

#include <cstdint>
#include <initializer_list>
#include <string>

#include "absl/status/status.h"

namespace BATON_EXPORT baton {

// A set of the seventeen canonical status codes. It is one word and cheap to
// copy. Other codes are never members.
class StatusCodeSet {
 public:
  // Creates an empty set.
  constexpr StatusCodeSet() = default;
  // Creates a set of `codes`.
  constexpr StatusCodeSet(std::initializer_list<absl::StatusCode> codes) {
    for (absl::StatusCode code : codes) bits_ |= Bit(code);
  }

  // Adds a code. Does nothing if the code is outside the canonical range.
  constexpr void Add(absl::StatusCode code) { bits_ |= Bit(code); }
  // Returns whether the code is a member.
  constexpr bool Contains(absl::StatusCode code) const {
    return (bits_ & Bit(code)) != 0;
  }
  // Returns whether the set has no members.
  constexpr bool empty() const { return bits_ == 0; }

  friend constexpr bool operator==(StatusCodeSet a, StatusCodeSet b) {
    return a.bits_ == b.bits_;
  }
  friend constexpr bool operator!=(StatusCodeSet a, StatusCodeSet b) {
    return !(a == b);
  }

  // Returns the names in the order of the code numbers, such as "ABORTED,
  // UNAVAILABLE". Returns "none" for the empty set.
  std::string ToString() const;

 private:
  static constexpr int kCodes = 17;

  static constexpr uint32_t Bit(absl::StatusCode code) {
    const int number = static_cast<int>(code);
    return number >= 0 && number < kCodes ? uint32_t{1} << number : 0;
  }

  uint32_t bits_ = 0;
};

}  // namespace baton

#endif  // BATON_POLICY_STATUS_CODE_SET_H_
