// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_NAMES_H_
#define BATON_OTEL_NAMES_H_

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "opentelemetry/nostd/string_view.h"

// Converts names of gRPC to the names in telemetry.
namespace baton::otel {

// The name of the instrumentation scope for all telemetry of Baton.
inline constexpr char kScopeName[] = "baton";

inline opentelemetry::nostd::string_view ToOtel(absl::string_view text) {
  return {text.data(), text.size()};
}
inline absl::string_view FromOtel(opentelemetry::nostd::string_view text) {
  return {text.data(), text.size()};
}

// The method name of OpenTelemetry for methods without their own name.
inline constexpr absl::string_view kOtherMethod = "_OTHER";

// The parts of a method path such as "/shop.v1.Inventory/Get". They point into
// the path.
struct MethodName {
  absl::string_view full;     // "shop.v1.Inventory/Get"
  absl::string_view service;  // "shop.v1.Inventory"; "" if there is none
  absl::string_view method;   // "Get"
  // If the name is kOtherMethod: the name that the caller used.
  absl::string_view original;
};
MethodName ParseMethodName(absl::string_view path);

// Returns the name of the span of a call or a request: "shop.v1.Inventory/Get",
// or "grpc" for kOtherMethod, as in OpenTelemetry's conventions.
absl::string_view SpanName(const MethodName& method);

// Returns the name of an attempt's span, as defined in gRFC A72. For
// "shop.v1.Inventory/Get" it is "Attempt.shop.v1.Inventory.Get".
std::string AttemptSpanName(absl::string_view full_method);

// The address of a target or a peer.
struct Endpoint {
  absl::string_view address;
  std::optional<int> port;
};

// Parses a gRPC target: "dns:///inventory:443", "dns://8.8.8.8/inventory:443",
// "ipv4:10.0.0.1:443", "unix:/tmp/socket", "inventory:443". If the target has
// several addresses or another format, `address` is the whole target. The
// result points into `target`.
Endpoint ParseTarget(absl::string_view target);

// Parses gRPC's name of a peer: "ipv4:10.0.0.1:4711", "ipv6:%5B::1%5D:4711",
// "unix:/tmp/socket". The result points into `peer`.
Endpoint ParsePeer(absl::string_view peer);

// Returns the name of the code, such as "UNAVAILABLE". Like
// absl::StatusCodeToString(), but copies nothing.
absl::string_view StatusCodeName(absl::StatusCode code);

}  // namespace baton::otel

#endif  // BATON_OTEL_NAMES_H_
