// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_ENTITY_RULES_H_
#define BATON_CORE_DECISION_ENTITY_RULES_H_

#include "absl/status/status.h"
#include "baton/attempt_outcome.h"
#include "baton/classifier.h"
#include "baton/core/decision/final_result.h"
#include "baton/status_classifier.h"

// Rules for calls that create an entity, and for reads of an entity that was
// created a moment ago. The caller of these rules says that a server rejects a
// second creation with ALREADY_EXISTS.
namespace baton::core {

// Returns whether an entity that exists may be the result of an earlier attempt
// of the same creation. `earlier_unknown`: an earlier attempt may have taken
// effect. If not, another client has created the entity.
inline bool MayBeOwnEntity(absl::StatusCode code, bool earlier_unknown) {
  return code == absl::StatusCode::kAlreadyExists && earlier_unknown;
}

// The facts about one run that decide whether another run might help.
struct EntityFacts {
  // The class of ALREADY_EXISTS: see ClassOfConflict().
  OutcomeClass conflict = OutcomeClass::kPermanent;
  // Whether a replica of the server may not know the entity yet.
  bool may_be_missing = false;
};

// Classifies the outcomes of creations and of reads of new entities. Results
// that the facts do not explain belong to the default classifier. Used on the
// thread that writes the facts.
class EntityClassifier final : public Classifier {
 public:
  // `facts` must outlive this object.
  EntityClassifier(const ClassifierOptions& options, const EntityFacts& facts)
      : options_(options), facts_(facts) {}

  OutcomeClass Classify(const AttemptOutcome& outcome) const override {
    return ClassifyWithDetails(outcome, AttemptDetails());
  }

  OutcomeClass ClassifyWithDetails(
      const AttemptOutcome& outcome,
      const AttemptDetails& details) const override {
    if (outcome.code == absl::StatusCode::kAlreadyExists) {
      return facts_.conflict;
    }
    // gRPC on this side never creates this code, so it is from the server.
    if (outcome.code == absl::StatusCode::kNotFound && facts_.may_be_missing) {
      return OutcomeClass::kTransient;
    }
    return default_.ClassifyWithDetails(outcome, details);
  }

 private:
  const ClassifierOptions options_;
  const StatusClassifier default_{options_};
  const EntityFacts& facts_;
};

// Returns the class of a conflict with an entity that may be the own one, after
// the read of this entity has failed with `read`. The class is retryable if
// another read might succeed.
inline OutcomeClass ClassOfConflict(const Classifier& classifier,
                                    const AttemptOutcome& read) {
  const OutcomeClass of_read = classifier.Classify(read);
  return IsRetryable(of_read) ? of_read : OutcomeClass::kPermanent;
}

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_ENTITY_RULES_H_
