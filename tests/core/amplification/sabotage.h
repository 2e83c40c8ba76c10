// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_AMPLIFICATION_SABOTAGE_H_
#define BATON_TESTS_CORE_AMPLIFICATION_SABOTAGE_H_

namespace baton::law {

// Rules of the grant, each broken on purpose: a proof of the law is worth
// something only if it fails for every one of them.
enum class Sabotage {
  kNone,
  // What is forwarded is not charged to the owner.
  kForwardedIsFree,
  // Of an attempt without advice, what was forwarded counts as unused.
  kSilenceIsUnused,
  // A handler reports its own retries and not those below.
  kReportsOwnRetriesOnly,
  // A handler's report leaves out calls that still run, and calls that begin
  // after it get the grant once more.
  kReportForgetsRunningCalls,
  // An attempt that was admitted and waits is not counted yet.
  kWaitsAreFree,
  // The copy that a proxy sent again reports its own use, which is none.
  kRepeatedCopyReports,
  // A header that cannot be read is taken for none.
  kMalformedIsAbsent,
  // Grants go to callees that have never shown that they take part, and count
  // as unused when nothing comes back.
  kForwardsToStrangers,
};

}  // namespace baton::law

#endif  // BATON_TESTS_CORE_AMPLIFICATION_SABOTAGE_H_
