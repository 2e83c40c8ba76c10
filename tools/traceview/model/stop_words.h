// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_MODEL_STOP_WORDS_H_
#define BATON_TOOLS_TRACEVIEW_MODEL_STOP_WORDS_H_

#include <optional>

#include "absl/strings/string_view.h"
#include "baton/stop_reason.h"

namespace baton::traceview {

// Returns a sentence for operators: why no further attempt was made.
// docs/stop-reasons.md has the long form.
absl::string_view InWords(StopReason reason);

// Returns one or two sentences: what an operator can do about it. The column
// "action" of docs/stop-reasons.md starts with the same words.
absl::string_view WhatToDo(StopReason reason);

// Parses the `retry.stop_reason` of a span. Returns nullopt for an unknown
// word.
std::optional<StopReason> ParseStopReason(absl::string_view word);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_MODEL_STOP_WORDS_H_
