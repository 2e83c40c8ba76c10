// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_WIRE_WIRE_DICTIONARY_H_
#define BATON_CORE_WIRE_WIRE_DICTIONARY_H_

#include <cstddef>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

// The small dictionary format of Baton's two metadata values, `retry-budget`
// and `retry-advice`. A dictionary consists of `key=value` members with commas
// between them, such as `g=2,n=0,h=1`. docs/wire/retry-budget.md defines the
// grammar.
namespace baton::core {

// The maximum length of a value, in bytes. A longer value is malformed. Two
// usual values that a proxy has joined still fit. The limit makes it cheap to
// parse a hostile value.
inline constexpr std::size_t kMaxWireValueBytes = 64;

// The maximum number of values of one key. With more values, all of them are
// malformed.
inline constexpr std::size_t kMaxWireValues = 8;

// Calls `member` for each member of each value, in order. Ignores blanks around
// a member, because some proxies insert them when they join values.
//
// Stops and returns false at the first member that violates the grammar or a
// limit. Also does so if `member` returns false. The caller must then not use
// the members before.
bool ParseWireDictionary(
    absl::Span<const absl::string_view> values,
    absl::FunctionRef<bool(absl::string_view key, absl::string_view value)>
        member);

// Parses an unsigned decimal number without sign, blanks or leading zeros. If
// the text is anything else, or the number is above `max`, returns false and
// leaves `*number` unchanged.
bool ParseWireNumber(absl::string_view text, int max, int* number);

}  // namespace baton::core

#endif  // BATON_CORE_WIRE_WIRE_DICTIONARY_H_
