// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/names.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace baton::otel {
namespace {

constexpr int kMaxPort = 65535;

// Ordered by the number of the code.
constexpr absl::string_view kStatusCodeNames[] = {
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
};

// Removes the brackets of "[::1]", including brackets escaped as in a URI.
absl::string_view WithoutBrackets(absl::string_view host) {
  if (absl::ConsumePrefix(&host, "[") || absl::ConsumePrefix(&host, "%5B")) {
    if (!absl::ConsumeSuffix(&host, "]")) absl::ConsumeSuffix(&host, "%5D");
  }
  return host;
}

Endpoint SplitHostPort(absl::string_view text) {
  const absl::string_view::size_type colon = text.rfind(':');
  if (colon == absl::string_view::npos) return {WithoutBrackets(text), {}};
  int port = 0;
  // "::1" has colons, but no port. The colons of "[::1]" are inside brackets.
  const bool is_bare_ipv6 = absl::StrContains(text.substr(0, colon), ':') &&
                            !absl::StartsWith(text, "[") &&
                            !absl::StartsWith(text, "%5B");
  if (is_bare_ipv6 || !absl::SimpleAtoi(text.substr(colon + 1), &port) ||
      port < 0 || port > kMaxPort) {
    return {WithoutBrackets(text), {}};
  }
  return {WithoutBrackets(text.substr(0, colon)), port};
}

}  // namespace

MethodName ParseMethodName(absl::string_view path) {
  MethodName name;
  name.full = absl::StripPrefix(path, "/");
  const absl::string_view::size_type slash = name.full.rfind('/');
  if (slash == absl::string_view::npos) {
    name.method = name.full;
  } else {
    name.service = name.full.substr(0, slash);
    name.method = name.full.substr(slash + 1);
  }
  return name;
}

absl::string_view SpanName(const MethodName& method) {
  return method.full == kOtherMethod ? "grpc" : method.full;
}

std::string AttemptSpanName(absl::string_view full_method) {
  std::string name = absl::StrCat("Attempt.", full_method);
  std::replace(name.begin(), name.end(), '/', '.');
  return name;
}

Endpoint ParseTarget(absl::string_view target) {
  absl::string_view rest = target;
  if (absl::ConsumePrefix(&rest, "unix:")) {
    absl::ConsumePrefix(&rest, "//");
    return {rest, {}};
  }
  if (absl::StartsWith(target, "unix-abstract:")) return {target, {}};
  if (absl::ConsumePrefix(&rest, "ipv4:") ||
      absl::ConsumePrefix(&rest, "ipv6:")) {
    if (absl::StrContains(rest, ',')) return {target, {}};
    return SplitHostPort(rest);
  }
  const absl::string_view::size_type authority = rest.find("://");
  if (authority != absl::string_view::npos) {
    // Skips the scheme and the authority, which is often empty.
    const absl::string_view::size_type path = rest.find('/', authority + 3);
    if (path == absl::string_view::npos) return {target, {}};
    rest.remove_prefix(path + 1);
  } else {
    absl::ConsumePrefix(&rest, "dns:");
  }
  return rest.empty() ? Endpoint{target, {}} : SplitHostPort(rest);
}

Endpoint ParsePeer(absl::string_view peer) {
  absl::string_view rest = peer;
  if (absl::ConsumePrefix(&rest, "ipv4:") ||
      absl::ConsumePrefix(&rest, "ipv6:")) {
    return SplitHostPort(rest);
  }
  if (absl::ConsumePrefix(&rest, "unix:")) return {rest, {}};
  return {peer, {}};
}

absl::string_view StatusCodeName(absl::StatusCode code) {
  constexpr std::size_t kCount =
      sizeof(kStatusCodeNames) / sizeof(absl::string_view);
  const auto number = static_cast<std::size_t>(code);
  return number < kCount ? kStatusCodeNames[number] : "UNKNOWN";
}

}  // namespace baton::otel
