// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_STATUS_CLASSIFIER_H_
#define BATON_STATUS_CLASSIFIER_H_

#include "baton/base/export.h"

#include "baton/attempt_outcome.h"
#include "baton/classifier.h"
#include "baton/policy/classifier_options.h"

namespace BATON_EXPORT baton {

// The default classifier. The first matching row applies:
//
//   OK                                         success
//   cancelled on this side                     cancelled
//   the deadline of the call                   expired
//   a rule that matches                        the class of the rule
//
//   provably not processed                     transient
//   the per-attempt timeout                    timeout
//   RESOURCE_EXHAUSTED, not from the server    permanent (message too big)
//   an error of the preset that is permanent   permanent
//   RESOURCE_EXHAUSTED with a requested wait   throttled
//
//   a code that is not retryable               permanent
//     (CANCELLED with the origin kUnconfirmed counts as UNAVAILABLE: gRPC on
//     the other side reset the stream. An error or a code that the preset
//     retries is retryable)
//
//   a requested wait above 0, or advice of
//   overload or throttling                     throttled
//
//   an error or a code that the preset retries its class in the preset
//   RESOURCE_EXHAUSTED                         throttled
//   DEADLINE_EXCEEDED                          timeout
//   ABORTED                                    contention
//   any other retryable code                   transient
//
// An error of the preset is a row with the error's name or its HTTP code.
//
// Thread-safe. Keeps a reference to `options`, which must outlive this object.
class StatusClassifier final : public Classifier {
 public:
  // Creates a classifier with the rules in `options`.
  explicit StatusClassifier(const ClassifierOptions& options)
      : options_(options) {}

  // Classifies an attempt without details.
  OutcomeClass Classify(const AttemptOutcome& outcome) const override;
  OutcomeClass ClassifyWithDetails(
      const AttemptOutcome& outcome,
      const AttemptDetails& details) const override;

 private:
  const ClassifierOptions& options_;
};

}  // namespace baton

#endif  // BATON_STATUS_CLASSIFIER_H_
