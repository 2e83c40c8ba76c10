// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CLASSIFIER_H_
#define BATON_CLASSIFIER_H_

#include "absl/strings/string_view.h"
#include "baton/attempt_outcome.h"

namespace baton {

// What kind of end an attempt came to. It says whether another attempt might
// do better, not whether one is safe or allowed: those are later questions.
enum class OutcomeClass {
  kSuccess,
  kTransient,  // might well not happen again
  kTimeout,    // the server was too slow for the attempt's own limit
  kThrottled,  // the server has too much to do
  kPermanent,  // the same request would fail again
  kExpired,    // the call is out of time
  kCancelled,  // nobody waits for the answer any more
};

// Decides the class of an outcome. An application that knows better than codes
// can tell derives its own and falls back on StatusClassifier:
//
//   class MyClassifier : public Classifier {
//     OutcomeClass Classify(const AttemptOutcome& outcome) const override {
//       if (outcome.error_reason == "SHARD_MOVED") {
//         return OutcomeClass::kTransient;
//       }
//       return default_.Classify(outcome);
//     }
//     StatusClassifier default_;
//   };
//
// Must be thread-safe and quick; it runs on the path of every call. It cannot
// make an unsafe retry happen: idempotency is asked after it.
class Classifier {
 public:
  virtual ~Classifier() = default;
  virtual OutcomeClass Classify(const AttemptOutcome& outcome) const = 0;
};

// "success", "transient", "timeout", "throttled", "permanent", "expired",
// "cancelled".
absl::string_view ToString(OutcomeClass outcome_class);

}  // namespace baton

#endif  // BATON_CLASSIFIER_H_
