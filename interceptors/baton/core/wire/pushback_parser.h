// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_WIRE_PUSHBACK_PARSER_H_
#define BATON_CORE_WIRE_PUSHBACK_PARSER_H_

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "baton/pushback.h"

namespace baton::core {

// The trailing metadata key of gRPC's server pushback.
inline constexpr absl::string_view kPushbackKey = "grpc-retry-pushback-ms";

// Parses the values under the key. Without a value, returns kNone. A value is a
// signed 32-bit number of milliseconds in decimal. As A6 requires, a negative
// or invalid value means kNever. A server that tried to push back must not get
// a retry because its number was odd. The strictest of several values counts.
Pushback ParsePushback(absl::Span<const absl::string_view> values);

}  // namespace baton::core

#endif  // BATON_CORE_WIRE_PUSHBACK_PARSER_H_
