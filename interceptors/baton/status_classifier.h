// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_STATUS_CLASSIFIER_H_
#define BATON_STATUS_CLASSIFIER_H_

#include <string>
#include <vector>

#include "baton/classifier.h"
#include "baton/policy/defaults.h"
#include "baton/policy/status_code_set.h"

namespace baton {

// One rule for what servers say in `google.rpc.ErrorInfo.reason`: under one
// code a server may report throttling and bad input alike, and only the reason
// tells them apart.
struct ErrorReasonRule {
  // The exact reason, such as "RATE_LIMIT_EXCEEDED". Not empty.
  std::string reason;
  // kTransient, kThrottled or kPermanent.
  OutcomeClass outcome_class = OutcomeClass::kPermanent;
};

struct ClassifierOptions {
  // Codes after which another attempt might do better. OK, CANCELLED,
  // INVALID_ARGUMENT and the like are refused: see policy_validation.h.
  StatusCodeSet retryable_codes = defaults::kRetryableCodes;
  // The first rule whose reason is the outcome's goes before the codes. At
  // most 32.
  std::vector<ErrorReasonRule> error_reasons;
};

// The default classifier. In this order:
//
//   OK                                         success
//   cancelled by us                            cancelled
//   the call's own deadline                    expired
//   a rule for its ErrorInfo reason            as the rule says
//   provably not processed                     transient
//   the attempt's own limit                    timeout
//   RESOURCE_EXHAUSTED of our own stack        permanent (message too big)
//   RESOURCE_EXHAUSTED with a wait asked for   throttled
//   a code that is not retryable               permanent
//     (CANCELLED that nobody answered, and nobody here asked for, counts as
//     UNAVAILABLE: the other side dropped the stream)
//   a wait above 0 asked for, or advice of
//   overload                                   throttled
//   RESOURCE_EXHAUSTED                         throttled
//   DEADLINE_EXCEEDED                          timeout
//   any other retryable code                   transient
//
// Thread-safe. Refers to `options`, which must outlive it.
class StatusClassifier final : public Classifier {
 public:
  explicit StatusClassifier(const ClassifierOptions& options)
      : options_(options) {}

  OutcomeClass Classify(const AttemptOutcome& outcome) const override;

 private:
  const ClassifierOptions& options_;
};

}  // namespace baton

#endif  // BATON_STATUS_CLASSIFIER_H_
