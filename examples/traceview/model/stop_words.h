// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_TRACEVIEW_MODEL_STOP_WORDS_H_
#define BATON_EXAMPLES_TRACEVIEW_MODEL_STOP_WORDS_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "baton/stop_reason.h"

namespace baton::traceview {

// Returns a sentence for an operator: why Baton made no further attempt.
// docs/stop-reasons.md has the long form.
absl::string_view InWords(StopReason reason);

// The reason that a span's `retry.reason` names, or nullopt.
std::optional<StopReason> ParseStopReason(absl::string_view word);

}  // namespace baton::traceview

#endif  // BATON_EXAMPLES_TRACEVIEW_MODEL_STOP_WORDS_H_
