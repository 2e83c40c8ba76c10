// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/core/policy/target_name.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"

namespace baton::core {
namespace {

constexpr absl::string_view kDns = "dns";
constexpr absl::string_view kDnsWithoutAuthority = "dns:///";

// Schemes whose resolvers supply no retry policy. Only the DNS resolver reads a
// service config, and it obeys GRPC_ARG_SERVICE_CONFIG_DISABLE_RESOLUTION. The
// others return addresses only.
constexpr absl::string_view kWithoutRetryPolicy[] = {
    "dns", "ipv4", "ipv6", "unix", "unix-abstract", "vsock"};

bool IsSchemeName(absl::string_view text) {
  return !text.empty() && absl::ascii_isalpha(text[0]) &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return absl::ascii_isalnum(c) || c == '+' || c == '-' || c == '.';
         });
}

bool IsNumber(absl::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isdigit(c);
  });
}

bool HasNoRetryPolicy(absl::string_view scheme) {
  return std::find(std::begin(kWithoutRetryPolicy),
                   std::end(kWithoutRetryPolicy),
                   scheme) != std::end(kWithoutRetryPolicy);
}

}  // namespace

absl::string_view SchemeOf(absl::string_view target) {
  const std::size_t colon = target.find(':');
  if (colon == absl::string_view::npos) return kDns;
  const absl::string_view scheme = target.substr(0, colon);
  if (!IsSchemeName(scheme)) return kDns;
  if (HasNoRetryPolicy(scheme)) return scheme;
  return IsNumber(target.substr(colon + 1)) ? kDns : scheme;
}

std::string CanonicalTarget(absl::string_view target) {
  absl::string_view name = target;
  if (absl::ConsumePrefix(&name, kDnsWithoutAuthority)) {
    return std::string(name);
  }
  // "dns://authority/name" stays as it is.
  if (!absl::StartsWith(name, "dns://") && absl::ConsumePrefix(&name, "dns:") &&
      !IsNumber(name)) {
    return std::string(name);
  }
  return std::string(target);
}

CoreRetries EffectiveCoreRetries(absl::string_view target, CoreRetries wanted) {
  // Without retries in gRPC core, a retry policy has no effect.
  if (wanted != CoreRetries::kTransparentOnly ||
      HasNoRetryPolicy(SchemeOf(target))) {
    return wanted;
  }
  return CoreRetries::kUnchanged;
}

}  // namespace baton::core
