// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_CONTENTION_RULE_H_
#define BATON_CORE_POLICY_CONTENTION_RULE_H_

#include "baton/attempt_outcome.h"
#include "baton/classifier.h"
#include "baton/status_classifier.h"

namespace baton::core {

// Classifies results of writes that depend on the version of the data. Another
// client may have changed the data in the meantime. The server then returns
// FAILED_PRECONDITION or ABORTED, and a write of the refreshed data may
// succeed. All other results belong to the default classifier. Thread-safe.
class ContentionClassifier final : public Classifier {
 public:
  explicit ContentionClassifier(const ClassifierOptions& options)
      : options_(options) {}

  OutcomeClass Classify(const AttemptOutcome& outcome) const override;
  OutcomeClass ClassifyWithDetails(
      const AttemptOutcome& outcome,
      const AttemptDetails& details) const override;

 private:
  const ClassifierOptions options_;
  const StatusClassifier default_{options_};
};

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_CONTENTION_RULE_H_
