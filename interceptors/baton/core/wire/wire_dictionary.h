// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_WIRE_WIRE_DICTIONARY_H_
#define BATON_CORE_WIRE_WIRE_DICTIONARY_H_

#include <cstddef>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

// The small dictionary format of both metadata values of Baton: `key=value`
// members joined by commas, such as `g=2,n=0,h=1`. docs/wire/retry-budget.md
// defines the grammar.
namespace baton::core {

// A longer value is malformed. Two usual values fit when joined. The limit
// makes the parsing of a hostile value cheap.
inline constexpr std::size_t kMaxWireValueBytes = 64;

// The maximum number of values of one key. More values are malformed.
inline constexpr std::size_t kMaxWireValues = 8;

// Calls `member` for each member of each value, in order. Ignores optional
// blanks around a member, because proxies that join values insert them.
//
// Stops and returns false at the first violation of the grammar or of a bound,
// or when `member` returns false. The caller must then not use what `member`
// collected.
bool ParseWireDictionary(
    absl::Span<const absl::string_view> values,
    absl::FunctionRef<bool(absl::string_view key, absl::string_view value)>
        member);

// Parses an unsigned decimal number without sign, blanks or leading zeros. For
// anything else, or a number above `max`, returns false and leaves `*number`
// unchanged.
bool ParseWireNumber(absl::string_view text, int max, int* number);

}  // namespace baton::core

#endif  // BATON_CORE_WIRE_WIRE_DICTIONARY_H_
