// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_RUNTIME_MISUSE_REPORT_H_
#define BATON_RPC_RUNTIME_MISUSE_REPORT_H_

#include "absl/strings/string_view.h"

namespace baton::rpc {

// The kinds of misuse, in the order of the fields of MisuseCounts.
enum class Misuse {
  kUnreadOverrides,
  kConflictingTargetOptions,
  kScopeOnAnotherThread,
  kUnlinkedCall,
  kUnstoppedCoreRetries,
};

// Counts one misuse of a kind, and writes `problem` to the standard error if it
// is one of the first of its kind: see WriteMisuse(). `problem` is one line.
// Thread-safe.
void ReportMisuse(Misuse kind, absl::string_view problem);

// The two halves of ReportMisuse(), for kinds that are not written each time.
// WriteMisuse() writes the first ten lines of each kind. Of unlinked calls,
// each line names another method, so it writes the first 1000.
void CountMisuse(Misuse kind);
void WriteMisuse(Misuse kind, absl::string_view problem);

}  // namespace baton::rpc

#endif  // BATON_RPC_RUNTIME_MISUSE_REPORT_H_
