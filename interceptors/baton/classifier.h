// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CLASSIFIER_H_
#define BATON_CLASSIFIER_H_

#include "absl/strings/string_view.h"
#include "baton/attempt_outcome.h"

namespace baton {

// The class of an attempt's result. It states whether another attempt might
// succeed. Other rules decide whether another attempt is safe and allowed.
enum class OutcomeClass {
  kSuccess,
  kTransient,   // another attempt may succeed
  kTimeout,     // the server was too slow for one attempt
  kThrottled,   // the server is overloaded or limits the client
  kContention,  // another client changed the same data at the same time
  kPermanent,   // the same request would fail again
  kExpired,     // the deadline of the call has passed
  kCancelled,   // the call was cancelled
};

// Decides the OutcomeClass of an attempt's result. If an application can
// classify some results better than the default, it writes a derived class.
// That class passes all other results to the default, StatusClassifier:
//
//   class MyClassifier : public Classifier {
//     OutcomeClass Classify(const AttemptOutcome& outcome) const override {
//       if (outcome.error_reason == "SHARD_MOVED") {
//         return OutcomeClass::kTransient;
//       }
//
//       return default_.Classify(outcome);
//     }
//
//     const ClassifierOptions options_;
//     const StatusClassifier default_{options_};
//   };
//
// Implementations must be thread-safe and fast, because Baton calls Classify()
// at the end of every attempt. A classifier cannot cause an unsafe retry,
// because Baton checks idempotency after the classification.
class Classifier {
 public:
  virtual ~Classifier() = default;
  // Returns the class of an attempt's result.
  virtual OutcomeClass Classify(const AttemptOutcome& outcome) const = 0;
};

// Returns "success", "transient", "timeout", "throttled", "contention",
// "permanent", "expired" or "cancelled".
absl::string_view ToString(OutcomeClass outcome_class);

}  // namespace baton

#endif  // BATON_CLASSIFIER_H_
