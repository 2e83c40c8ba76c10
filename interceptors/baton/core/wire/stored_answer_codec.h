// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_WIRE_STORED_ANSWER_CODEC_H_
#define BATON_CORE_WIRE_STORED_ANSWER_CODEC_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "baton/idempotency/replay_store.h"

namespace baton::core {

// Returns the bytes of an answer, for stores outside of the process.
std::string EncodeStoredAnswer(const StoredAnswer& answer);

// Returns nullopt if the bytes are no answer of this version of the format.
std::optional<StoredAnswer> DecodeStoredAnswer(absl::string_view bytes);

}  // namespace baton::core

#endif  // BATON_CORE_WIRE_STORED_ANSWER_CODEC_H_
