// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/wire/idempotency_key_parser.h"

#include "absl/strings/str_cat.h"
#include "baton/idempotency/idempotency_key.h"

namespace baton::core {

absl::StatusOr<std::optional<absl::string_view>> ParseIdempotencyKey(
    absl::Span<const absl::string_view> values) {
  if (values.empty()) return std::nullopt;
  if (values.size() > 1) {
    return absl::InvalidArgumentError(absl::StrCat(
        "idempotency-key: must have one value, got ", values.size()));
  }
  if (absl::Status status = ValidateIdempotencyKey(values[0]); !status.ok()) {
    return status;
  }
  return values[0];
}

}  // namespace baton::core
