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

// Parses the values under this key. Without a value, returns kNone. A valid
// value is a decimal number of milliseconds that fits into 32 bits. A negative
// or invalid value means kNever, as gRFC A6 requires: a server that sent an
// invalid number did not want a retry at once. If there are several values, the
// strictest one applies.
Pushback ParsePushback(absl::Span<const absl::string_view> values);

}  // namespace baton::core

#endif  // BATON_CORE_WIRE_PUSHBACK_PARSER_H_
