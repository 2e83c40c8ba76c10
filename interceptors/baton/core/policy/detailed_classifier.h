// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_DETAILED_CLASSIFIER_H_
#define BATON_CORE_POLICY_DETAILED_CLASSIFIER_H_

#include "baton/attempt_outcome.h"
#include "baton/classifier.h"

namespace baton::core {

// Gives another classifier the details of one attempt, for a RetryDecider that
// knows outcomes only. Lives during one decision. Both arguments must outlive
// this object.
class DetailedClassifier final : public Classifier {
 public:
  DetailedClassifier(const Classifier& classifier,
                     const AttemptDetails& details)
      : classifier_(classifier), details_(details) {}

  OutcomeClass Classify(const AttemptOutcome& outcome) const override {
    return classifier_.ClassifyWithDetails(outcome, details_);
  }

 private:
  const Classifier& classifier_;
  const AttemptDetails& details_;
};

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_DETAILED_CLASSIFIER_H_
