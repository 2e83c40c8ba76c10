// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_ENUM_NUMBERS_H_
#define BATON_CONFIG_ENUM_NUMBERS_H_

#include "baton/policy/policy.h"
#include "baton/v1/policy.pb.h"

// Converts the C++ enums of a policy to numbers of the enums in policy.proto,
// and back. The numbers are the same, except for OutcomeClass.
namespace baton::config {

template <typename E>
constexpr int ToNumber(E value) {
  return static_cast<int>(value);
}
template <typename E>
void FromNumber(int number, E& value) {
  value = static_cast<E>(number);
}

// The proto has only four of the outcome classes, and its numbers differ.
constexpr int ToNumber(OutcomeClass value) {
  switch (value) {
    case OutcomeClass::kTransient:
      return v1::FailureRule::TRANSIENT;
    case OutcomeClass::kThrottled:
      return v1::FailureRule::THROTTLED;
    case OutcomeClass::kContention:
      return v1::FailureRule::CONTENTION;
    default:
      return v1::FailureRule::PERMANENT;
  }
}
inline void FromNumber(int number, OutcomeClass& value) {
  switch (number) {
    case v1::FailureRule::TRANSIENT:
      value = OutcomeClass::kTransient;
      return;
    case v1::FailureRule::THROTTLED:
      value = OutcomeClass::kThrottled;
      return;
    case v1::FailureRule::CONTENTION:
      value = OutcomeClass::kContention;
      return;
    default:
      value = OutcomeClass::kPermanent;
  }
}

static_assert(ToNumber(ClassifierPreset::kNone) == v1::ClassifierOptions::NONE);
static_assert(ToNumber(ClassifierPreset::kCosmosDb) ==
              v1::ClassifierOptions::COSMOS_DB);
static_assert(ToNumber(ClassifierPreset::kDynamoDb) ==
              v1::ClassifierOptions::DYNAMO_DB);
static_assert(ToNumber(ClassifierPreset::kGoogleAip) ==
              v1::ClassifierOptions::GOOGLE_AIP);
static_assert(ToNumber(ClassifierPreset::kHttp) == v1::ClassifierOptions::HTTP);
static_assert(ToNumber(Mode::kObserve) == v1::MethodPolicy::OBSERVE);
static_assert(ToNumber(Idempotency::kUnknown) == v1::MethodPolicy::UNKNOWN);
static_assert(ToNumber(Idempotency::kNotIdempotent) ==
              v1::MethodPolicy::NOT_IDEMPOTENT);
static_assert(ToNumber(Idempotency::kIdempotent) ==
              v1::MethodPolicy::IDEMPOTENT);
static_assert(ToNumber(Idempotency::kNoSideEffects) ==
              v1::MethodPolicy::NO_SIDE_EFFECTS);
static_assert(ToNumber(MissingDeadline::kAllow) == v1::DeadlineOptions::ALLOW);
static_assert(ToNumber(MissingDeadline::kDefault) ==
              v1::DeadlineOptions::DEFAULT);
static_assert(ToNumber(MissingDeadline::kReject) ==
              v1::DeadlineOptions::REJECT);
static_assert(ToNumber(OwnerMode::kKeep) == v1::Owner::KEEP);
static_assert(ToNumber(OwnerMode::kDelegate) == v1::Owner::DELEGATE);
static_assert(ToNumber(OwnerMode::kSplit) == v1::Owner::SPLIT);
static_assert(ToNumber(Jitter::kFull) == v1::BackoffOptions::FULL);
static_assert(ToNumber(Jitter::kEqual) == v1::BackoffOptions::EQUAL);
static_assert(ToNumber(Jitter::kPlusMinus20Percent) ==
              v1::BackoffOptions::PLUS_MINUS_20_PERCENT);
static_assert(ToNumber(FallbackCalls::kNone) == v1::FallbackOptions::NONE);
static_assert(ToNumber(FallbackCalls::kNoSideEffects) ==
              v1::FallbackOptions::NO_SIDE_EFFECTS);
static_assert(ToNumber(FallbackCalls::kIdempotent) ==
              v1::FallbackOptions::IDEMPOTENT);
static_assert(ToNumber(InboundGrantOptions::Trust::kClamp) ==
              v1::InboundGrantOptions::CLAMP);
static_assert(ToNumber(OutcomeUnknown::kRunAgain) ==
              v1::ReplayOptions::RUN_AGAIN);
static_assert(ToNumber(StoreFailure::kServeReads) ==
              v1::ReplayOptions::SERVE_READS);
static_assert(ToNumber(StoreFailure::kServe) == v1::ReplayOptions::SERVE);
static_assert(ToNumber(StoreFailure::kReject) == v1::ReplayOptions::REJECT);

}  // namespace baton::config

#endif  // BATON_CONFIG_ENUM_NUMBERS_H_
