// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_HARM_FINDING_H_
#define BATON_TESTS_HARM_FINDING_H_

#include <string>

namespace baton::harm {

// The ways in which a call can be worse off with Baton.
enum class FindingClass {
  kNotServed,     // bare gRPC served the call, and Baton did not
  kLate,          // the call ended later, without a better response
  kDifferent,     // the application received a different response
  kExtraRequest,  // the request reached a server more often than allowed
  kCharged,       // a call paid although no request was sent
  kWorkLeft,      // an attempt still ran at a server after the call
  kHang,          // the call did not end
  kCrash,         // the process ended
};

inline constexpr FindingClass kAllFindingClasses[] = {
    FindingClass::kNotServed, FindingClass::kLate,
    FindingClass::kDifferent, FindingClass::kExtraRequest,
    FindingClass::kCharged,   FindingClass::kWorkLeft,
    FindingClass::kHang,      FindingClass::kCrash,
};

// Returns "not_served", "late", ...
inline std::string ToString(FindingClass kind) {
  static constexpr const char* kNames[] = {
      "not_served", "late",      "different", "extra_request",
      "charged",    "work_left", "hang",      "crash"};
  return kNames[static_cast<int>(kind)];
}

struct Finding {
  FindingClass kind = FindingClass::kDifferent;
  int call = 0;      // the id of the call. 0: all calls
  std::string text;  // the difference, in one line
};

}  // namespace baton::harm

#endif  // BATON_TESTS_HARM_FINDING_H_
