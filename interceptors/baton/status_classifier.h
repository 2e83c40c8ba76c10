// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_STATUS_CLASSIFIER_H_
#define BATON_STATUS_CLASSIFIER_H_

#include <string>
#include <vector>

#include "baton/attempt_outcome.h"
#include "baton/classifier.h"
#include "baton/policy/defaults.h"
#include "baton/policy/status_code_set.h"

namespace baton {

// A rule for `google.rpc.ErrorInfo.reason` in the details of a status. A server
// may return the same code for throttling and for invalid input. Only the
// reason shows which one it is.
struct ErrorReasonRule {
  // The exact reason, such as "RATE_LIMIT_EXCEEDED". Not empty.
  std::string reason;
  // kTransient, kThrottled, kContention or kPermanent.
  OutcomeClass outcome_class = OutcomeClass::kPermanent;
};

// The settings of StatusClassifier. A value.
struct ClassifierOptions {
  // The codes after which another attempt might succeed. The codes in
  // defaults::kNeverRetryableCodes of policy/defaults.h are invalid here.
  StatusCodeSet retryable_codes = defaults::kRetryableCodes;
  // Rules for error reasons. A rule has precedence over the codes. If several
  // rules have the same reason, the first one applies. At most 32.
  std::vector<ErrorReasonRule> error_reasons;
};

// The default classifier. The first matching row applies:
//
//   OK                                         success
//   cancelled on this side                     cancelled
//   the deadline of the call                   expired
//   a rule for its ErrorInfo reason            the class of the rule
//
//   provably not processed                     transient
//   the per-attempt timeout                    timeout
//   RESOURCE_EXHAUSTED, not from the server    permanent (message too big)
//   RESOURCE_EXHAUSTED with a requested wait   throttled
//
//   a code that is not retryable               permanent
//     (CANCELLED with the origin kUnconfirmed counts as UNAVAILABLE: gRPC on
//     the other side reset the stream)
//
//   a requested wait above 0, or advice of
//   overload or throttling                     throttled
//
//   RESOURCE_EXHAUSTED                         throttled
//   DEADLINE_EXCEEDED                          timeout
//   ABORTED                                    contention
//   any other retryable code                   transient
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
