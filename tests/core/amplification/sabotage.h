// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_AMPLIFICATION_SABOTAGE_H_
#define BATON_TESTS_CORE_AMPLIFICATION_SABOTAGE_H_

namespace baton::amplification {

// Each value breaks one rule of the grant on purpose. The check of the bound is
// only meaningful if it fails for each of the values.
enum class Sabotage {
  kNone,
  // Forwarded grants are not charged to the owner.
  kForwardedIsFree,
  // For an attempt without advice, the forwarded grant counts as unused.
  kSilenceIsUnused,
  // A handler reports its own retries and not the retries of its callees.
  kReportsOwnRetriesOnly,
  // A handler's report omits calls that still run. Later calls get the grant
  // once more.
  kReportForgetsRunningCalls,
  // An admitted attempt that waits is not counted yet.
  kWaitsAreFree,
  // A request that a proxy has repeated reports its own use, which is zero.
  kRepeatedCopyReports,
  // A malformed header counts as absent.
  kMalformedIsAbsent,
  // Grants go to callees that have never participated. They count as unused if
  // no advice arrives.
  kForwardsToStrangers,
  // A call that is not idempotent forwards its grant without a charge.
  kNotIdempotentIsFree,
  // A call without time for a retry forwards its grant without a charge.
  kNoTimeIsFree,
  // A call that may not spend its grant forwards all of it with each attempt,
  // also the part that earlier attempts have used.
  kForwardsWholeGrantAgain,
  // For an attempt that was rejected, the forwarded grant counts as unused,
  // whatever the callee reports.
  kRejectedIsUnused,
  // A call whose retries are switched off forwards its grant.
  kSwitchedOffForwards,
};

}  // namespace baton::amplification

#endif  // BATON_TESTS_CORE_AMPLIFICATION_SABOTAGE_H_
