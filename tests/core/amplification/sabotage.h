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
};

}  // namespace baton::amplification

#endif  // BATON_TESTS_CORE_AMPLIFICATION_SABOTAGE_H_
