// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/amplification/call_tree.h"

#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/policy/idempotency.h"
#include "baton/policy/owner.h"

namespace baton::amplification {
namespace {

absl::string_view Name(Participation participation) {
  switch (participation) {
    case Participation::kParticipates:
      return "takes part";
    case Participation::kForwardsHeader:
      return "forwards the header";
    case Participation::kDropsHeader:
      return "drops the header";
    case Participation::kRelaysBothWays:
      return "relays both ways";
  }
  return "?";
}

}  // namespace

std::string CallTree::ToString() const {
  std::string text;
  for (std::size_t i = 0; i < services.size(); ++i) {
    const Service& service = services[i];
    absl::StrAppend(&text, "service ", i, " ", Name(service.participation),
                    ", cap ", service.inbound_grant.max_grant);
    if (service.inbound_grant.when_absent.has_value()) {
      absl::StrAppend(&text, ", absent ", *service.inbound_grant.when_absent);
    }
    if (service.inbound_grant.trust == InboundGrantOptions::Trust::kStrip) {
      absl::StrAppend(&text, ", strips");
    }
    if (service.always_fails) absl::StrAppend(&text, ", always fails");
    for (const CallSite& call : service.calls) {
      const RetryOptions& retry = call.policy.retry;
      absl::StrAppend(
          &text, "\n  calls ", call.callee, ": ",
          baton::ToString(retry.owner.mode), " ", retry.owner.kept_grant,
          ", attempts ", retry.max_attempts, ", edge grant ", retry.edge_grant,
          call.callee_known ? ", known" : ", not known",
          IsIdempotent(call.policy.idempotency) ? "" : ", not idempotent",
          call.timeout == absl::InfiniteDuration() ? "" : ", with a deadline",
          call.hedged ? ", hedged" : "");
    }
    absl::StrAppend(&text, "\n");
  }
  return text;
}

}  // namespace baton::amplification
