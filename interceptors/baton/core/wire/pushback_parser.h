// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_WIRE_PUSHBACK_H_
#define BATON_CORE_WIRE_PUSHBACK_H_

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "baton/pushback.h"

namespace baton::core {

// The trailing metadata key of gRPC's own pushback.
inline constexpr absl::string_view kPushbackKey = "grpc-retry-pushback-ms";

// Reads the values found under the key; none is kNone. The value is a signed
// 32-bit number of milliseconds in decimal. As A6 has it, a negative or
// unreadable one means kNever: a server that tried to push back is not to be
// hit again because its number was odd. Of several values the strictest counts.
Pushback ParsePushback(absl::Span<const absl::string_view> values);

}  // namespace baton::core

#endif  // BATON_CORE_WIRE_PUSHBACK_H_
