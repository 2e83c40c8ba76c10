// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CLASSIFIER_H_
#define BATON_CLASSIFIER_H_

#include "baton/base/export.h"

#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "baton/attempt_outcome.h"

namespace BATON_EXPORT baton {

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
// If the application needs more than the outcome, it also overrides
// ClassifyWithDetails():
//
//     OutcomeClass ClassifyWithDetails(
//         const AttemptOutcome& outcome,
//         const AttemptDetails& details) const override {
//       if (details.FindTrailer("shard-state") == "moving") {
//         return OutcomeClass::kTransient;
//       }
//
//       return default_.ClassifyWithDetails(outcome, details);
//     }
//
// Implementations must be thread-safe and fast, because Baton calls them at
// the end of every attempt, also of successful ones, and possibly several times
// for the same attempt. A classifier cannot cause an unsafe retry,
// because Baton checks idempotency after the classification.
class Classifier {
 public:
  virtual ~Classifier() = default;
  // Returns the class of an attempt's result.
  virtual OutcomeClass Classify(const AttemptOutcome& outcome) const = 0;
  // Returns the class of an attempt's result. `details` has the method, the
  // number of the attempt, and the message, details and trailers of the
  // response. Baton calls this function only. By default it calls Classify().
  virtual OutcomeClass ClassifyWithDetails(
      const AttemptOutcome& outcome, const AttemptDetails& /*details*/) const {
    return Classify(outcome);
  }
};

// Details that own their data. For tests of a classifier.
class OwnedAttemptDetails final : public AttemptDetails {
 public:
  // The parts of a response. A value.
  struct Response {
    std::string message;                               // of the status
    std::string error_details;                         // of the status
    std::multimap<std::string, std::string> trailers;  // keys in lower case
  };

  // Creates the details of an attempt with this response. `method` must outlive
  // this object.
  OwnedAttemptDetails(absl::string_view method, int attempt_number,
                      Response response);

  absl::string_view message() const override { return response_.message; }
  absl::string_view error_details() const override {
    return response_.error_details;
  }
  void ForEachTrailer(TrailerVisitor visitor) const override;
  void ForEachValue(absl::string_view key, ValueVisitor visitor) const override;

 private:
  const Response response_;
};

// Returns "success", "transient", "timeout", "throttled", "contention",
// "permanent", "expired" or "cancelled".
absl::string_view ToString(OutcomeClass outcome_class);

}  // namespace baton

#endif  // BATON_CLASSIFIER_H_
