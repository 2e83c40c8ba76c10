// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_DECISION_REPLAY_DECISION_H_
#define BATON_CORE_DECISION_REPLAY_DECISION_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/idempotency/replay_options.h"
#include "baton/idempotency/replay_store.h"
#include "baton/retry_advice.h"
#include "baton/retry_budget_header.h"

// The decisions of a server about requests with an idempotency key.
namespace baton::core {

// The meaning of the end of a handler for its key.
enum class RunEnd {
  kFinal,        // every repetition gets this answer
  kUnknown,      // the request may have taken effect
  kNotExecuted,  // the key is free
};

// Returns the end of a handler that has run and answered with `code`.
// `not_executed`: the handler has declared that it did nothing.
RunEnd EndOfRun(absl::StatusCode code, bool not_executed);

// Returns whether an earlier attempt of the call with this header may have run.
// Believes also a caller that is not trusted, because the result can only
// prevent a run.
bool MayHaveRun(const RetryBudgetHeader& header, bool hidden_retries);

// Returns a hash of the content of a request. The same in all processes.
uint64_t FingerprintOf(absl::string_view content);

// A rejection instead of a run.
struct ReplayRejection {
  absl::StatusCode code = absl::StatusCode::kUnavailable;
  std::string message;
  // The reason in google.rpc.ErrorInfo. "": none.
  absl::string_view error_reason;
  // The advice on a retry. nullopt: none.
  std::optional<RetryAdvice> advice;
};

// Returns the rejection for this result. `retry_after` is for kStoreFull.
ReplayRejection RejectionOf(ReplayResult result, absl::Duration retry_after);

// Returns the result of a claim that ends without a wait. nullopt: wait until
// the earlier request ends.
std::optional<ReplayResult> ResultOf(ReplayStore::State state);

// Returns the result if the store fails before the handler runs.
ReplayResult OnStoreFailure(StoreFailure option, bool is_read_only);

// Returns whether the handler runs.
bool Runs(ReplayResult result);

}  // namespace baton::core

#endif  // BATON_CORE_DECISION_REPLAY_DECISION_H_
