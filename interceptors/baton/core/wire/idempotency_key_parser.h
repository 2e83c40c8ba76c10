// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_WIRE_IDEMPOTENCY_KEY_PARSER_H_
#define BATON_CORE_WIRE_IDEMPOTENCY_KEY_PARSER_H_

#include <optional>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace baton::core {

// Parses all values under the metadata key. Returns nullopt if there is no
// value. Returns INVALID_ARGUMENT for an invalid key and for several values,
// because the server cannot know which value counts. The result points into
// `values`.
absl::StatusOr<std::optional<absl::string_view>> ParseIdempotencyKey(
    absl::Span<const absl::string_view> values);

}  // namespace baton::core

#endif  // BATON_CORE_WIRE_IDEMPOTENCY_KEY_PARSER_H_
