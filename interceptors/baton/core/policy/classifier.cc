// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/classifier.h"

#include <utility>

namespace baton {

OwnedAttemptDetails::OwnedAttemptDetails(absl::string_view method,
                                         int attempt_number, Response response)
    : AttemptDetails(method, attempt_number), response_(std::move(response)) {}

void OwnedAttemptDetails::ForEachTrailer(TrailerVisitor visitor) const {
  for (const auto& [key, value] : response_.trailers) visitor(key, value);
}

void OwnedAttemptDetails::ForEachValue(absl::string_view key,
                                       ValueVisitor visitor) const {
  const auto range = response_.trailers.equal_range(std::string(key));
  for (auto entry = range.first; entry != range.second; ++entry) {
    visitor(entry->second);
  }
}

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
