// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/classifier.h"

namespace baton {

absl::string_view ToString(OutcomeClass outcome_class) {
  switch (outcome_class) {
    case OutcomeClass::kSuccess:
      return "success";
    case OutcomeClass::kTransient:
      return "transient";
    case OutcomeClass::kTimeout:
      return "timeout";
    case OutcomeClass::kThrottled:
      return "throttled";
    case OutcomeClass::kContention:
      return "contention";
    case OutcomeClass::kPermanent:
      return "permanent";
    case OutcomeClass::kExpired:
      return "expired";
    case OutcomeClass::kCancelled:
      return "cancelled";
  }
  return "permanent";
}

}  // namespace baton
