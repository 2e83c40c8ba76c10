// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "baton/core/decision/inbound_grant_resolver.h"
#include "baton/core/wire/retry_budget_codec.h"
#include "baton/inbound_grant.h"
#include "baton/policy/inbound_grant_options.h"
#include "baton/retry_budget_header.h"
#include "tests/fuzz/fuzz_input.h"

namespace baton::core {
namespace {

using fuzz::Require;

// The first two bytes select the options, so that every setting meets every
// input. All selected options are valid.
InboundGrantOptions InboundGrantOptionsOf(absl::string_view bytes) {
  const auto a = static_cast<unsigned char>(bytes[0]);
  const auto b = static_cast<unsigned char>(bytes[1]);
  InboundGrantOptions options;
  if (a % 4 == 0) options.trust = InboundGrantOptions::Trust::kStrip;
  if (a % 4 == 1) options.trusted_identities = {"dns:web", "uri:cart"};
  options.max_grant = a / 4 % 10;
  if (b % 11 < 10) options.when_absent = b % 11;
  return options;
}

// Returns one line, or nothing if it is "-".
std::optional<absl::string_view> Optional(absl::string_view line) {
  if (line == "-") return std::nullopt;
  return line;
}

// Lines: options, identity, previous attempts, Envoy's count, and then the
// values of the header.
void Check(const fuzz::Values& lines) {
  if (lines.size() < 4 || lines[0].size() < 2) return;
  const InboundGrantOptions options = InboundGrantOptionsOf(lines[0]);
  const fuzz::Values identities = {lines[1]};
  const fuzz::Values header(lines.begin() + 4, lines.end());
  InboundEvidence evidence;
  evidence.peer_identities = identities;
  evidence.previous_rpc_attempts = Optional(lines[2]);
  evidence.envoy_attempt_count = Optional(lines[3]);
  evidence.header_values = header;
  const InboundGrant inbound = ResolveInboundGrant(options, evidence);

  const bool trusted = options.trust == InboundGrantOptions::Trust::kClamp &&
                       (options.trusted_identities.empty() ||
                        lines[1] == "dns:web" || lines[1] == "uri:cart");
  const DecodedRetryBudget decoded =
      trusted ? DecodeRetryBudget(header) : DecodedRetryBudget();
  Require(inbound.verdict == decoded.verdict, "the verdict is the header's");
  Require(inbound.stripped == (!trusted && !header.empty()),
          "stripped means a header from an untrusted caller");
  Require(inbound.hop >= 0 && inbound.hop <= kMaxHops, "0 <= h <= 15");
  if (inbound.grant.has_value()) {
    Require(*inbound.grant >= 0 && *inbound.grant <= options.max_grant,
            "nothing grants more than the inbound_grant allows");
  }
  if (decoded.verdict == HeaderVerdict::kAbsent) {
    Require(inbound.hop == 0, "hops come from a header");
    Require(!inbound.clamped, "who asks for nothing is not clamped");
    Require(inbound.hidden_retries ||
                inbound.grant.has_value() == options.when_absent.has_value(),
            "without a header the inbound_grant decides");
  } else {
    Require(inbound.grant.has_value(), "with a header this is not the edge");
    Require(*inbound.grant <= decoded.header.grant,
            "none is granted more than the header said");
  }
  if (inbound.hidden_retries) {
    Require(inbound.grant == 0, "hidden retries leave nothing to spend");
    Require(inbound.is_retry == trusted,
            "hidden retries of trusted callers are retries");
  }

  InboundEvidence quiet = evidence;
  quiet.previous_rpc_attempts.reset();
  quiet.envoy_attempt_count.reset();
  const std::optional<int> undisturbed =
      ResolveInboundGrant(options, quiet).grant;
  Require(!undisturbed.has_value() || !inbound.grant.has_value() ||
              *inbound.grant <= *undisturbed,
          "evidence of retries never raises a grant");
}

}  // namespace
}  // namespace baton::core

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  baton::core::Check(baton::fuzz::ValuesOf(baton::fuzz::TextOf(data, size)));
  return 0;
}
