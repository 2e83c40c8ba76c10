// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_NAMES_H_
#define BATON_OTEL_NAMES_H_

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "opentelemetry/nostd/string_view.h"

// What gRPC's names are called in telemetry.
namespace baton::otel {

// The instrumentation scope of all our telemetry.
inline constexpr char kScopeName[] = "baton";

inline opentelemetry::nostd::string_view ToOtel(absl::string_view text) {
  return {text.data(), text.size()};
}
inline absl::string_view FromOtel(opentelemetry::nostd::string_view text) {
  return {text.data(), text.size()};
}

// "/shop.v1.Inventory/Get" in parts. Points into what it was made of.
struct MethodName {
  absl::string_view full;     // "shop.v1.Inventory/Get"
  absl::string_view service;  // "shop.v1.Inventory"; "" if there is none
  absl::string_view method;   // "Get"
};
MethodName ParseMethodName(absl::string_view path);

// "Attempt.shop.v1.Inventory.Get" of "shop.v1.Inventory/Get", as gRFC A72 says.
std::string AttemptSpanName(absl::string_view full_method);

// Where a call goes, or a peer is.
struct Endpoint {
  absl::string_view address;
  std::optional<int> port;
};

// Of a gRPC target: "dns:///inventory:443", "dns://8.8.8.8/inventory:443",
// "ipv4:10.0.0.1:443", "unix:/tmp/socket", "inventory:443". A target that
// stands for several addresses, or that cannot be read, is the address as it
// is. Points into `target`.
Endpoint ParseTarget(absl::string_view target);

// Of a peer as gRPC names it: "ipv4:10.0.0.1:4711", "ipv6:%5B::1%5D:4711",
// "unix:/tmp/socket". Points into `peer`.
Endpoint ParsePeer(absl::string_view peer);

// "UNAVAILABLE" and so on: absl::StatusCodeToString without the copy.
absl::string_view StatusCodeName(absl::StatusCode code);

}  // namespace baton::otel

#endif  // BATON_OTEL_NAMES_H_
