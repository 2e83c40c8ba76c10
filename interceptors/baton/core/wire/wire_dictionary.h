// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_WIRE_WIRE_DICTIONARY_H_
#define BATON_CORE_WIRE_WIRE_DICTIONARY_H_

#include <cstddef>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

// The small dictionary that both of Baton's metadata values are written in:
// `key=value` members joined by commas, such as `g=2,n=0,h=1`. The grammar is
// in docs/wire/retry-budget.md.
namespace baton::core {

// A longer value is malformed, whatever it says. Two usual ones fit, joined;
// parsing a hostile value must cost next to nothing.
inline constexpr std::size_t kMaxWireValueBytes = 64;

// The most values of one key that are looked at. More is malformed.
inline constexpr std::size_t kMaxWireValues = 8;

// Calls `member` for each member of each value, in order. Optional blanks
// around a member are dropped: proxies that join values put them there.
//
// Stops and returns false on the first thing that breaks the grammar or a
// bound, or when `member` returns false. Whoever sees false must not use what
// `member` collected: half a value is no value.
bool ParseWireDictionary(
    absl::Span<const absl::string_view> values,
    absl::FunctionRef<bool(absl::string_view key, absl::string_view value)>
        member);

// Parses an unsigned decimal number without sign, blanks or leading zeros.
// False if it is anything else, or above `max`; `*number` is then unchanged.
bool ParseWireNumber(absl::string_view text, int max, int* number);

}  // namespace baton::core

#endif  // BATON_CORE_WIRE_WIRE_DICTIONARY_H_
