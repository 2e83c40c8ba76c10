// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/amplification/tree_simulation.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "baton/core/decision/grant_use.h"
#include "baton/core/decision/inbound_grant_resolver.h"
#include "baton/core/decision/request_advice.h"
#include "baton/core/decision/request_grant.h"
#include "baton/core/wire/retry_advice_codec.h"
#include "baton/core/wire/retry_budget_codec.h"
#include "baton/inbound_grant.h"
#include "baton/retry_advice.h"
#include "tests/core/amplification/corruption.h"

namespace baton::amplification {
namespace {

using Views = absl::InlinedVector<absl::string_view, 4>;

Views ViewsOf(const std::vector<std::string>& values) {
  return Views(values.begin(), values.end());
}

bool Strips(const Service& service) {
  return service.inbound_grant.trust == InboundGrantOptions::Trust::kStrip;
}

}  // namespace

// A request that a participating service handles.
struct TreeSimulation::Request {
  Request(const InboundGrant& resolved, int current_domain, bool creates_grants)
      : inbound(resolved),
        grant(resolved),
        domain(current_domain),
        is_edge(creates_grants) {}

  const InboundGrant inbound;
  core::RequestGrant grant;
  const int domain;
  // Whether its calls create their own grants, so that each is a new domain.
  const bool is_edge;
  int largest_used = 0;  // maximum over the ended calls
  int responds_in = -1;  // events until an early response; negative: none
  bool responded = false;
  std::optional<int> reported;
  // From the latest call that failed.
  std::optional<RetryAdvice::Reason> objection;
};

TreeSimulation::TreeSimulation(const CallTree& tree, const Faults& faults,
                               Sabotage sabotage, World& world,
                               SeededUniform& random)
    : tree_(tree),
      faults_(faults),
      sabotage_(sabotage),
      world_(world),
      random_(random),
      ledger_(tree.services.size()) {}

bool TreeSimulation::Run(absl::string_view header) {
  Inbound inbound;
  int granted = 0;
  if (!header.empty()) {
    inbound.header = {std::string(header)};
    granted = core::DecodeRetryBudget(Views{header}).header.grant;
  }
  inbound.domain = ledger_.OpenDomain(granted);
  return Handle(0, inbound).ok;
}

TreeSimulation::Reply TreeSimulation::Handle(int service,
                                             const Inbound& inbound) {
  const Service& handler = tree_.services[static_cast<std::size_t>(service)];
  return Participates(service) ? HandleWithBaton(handler, inbound)
                               : HandleWithoutBaton(handler, inbound);
}

bool TreeSimulation::Participates(int service) const {
  return tree_.services[static_cast<std::size_t>(service)].participation ==
         Participation::kParticipates;
}

bool TreeSimulation::Fails(const Service& service, bool calls_ok) {
  return service.always_fails || random_.Chance(faults_.unavailable) ||
         (!calls_ok && !random_.Chance(faults_.fallback));
}

TreeSimulation::Reply TreeSimulation::HandleWithoutBaton(
    const Service& service, const Inbound& inbound) {
  const bool forwards = service.participation != Participation::kDropsHeader;
  bool calls_ok = true;
  std::string relayed;
  for (const CallSite& site : service.calls) {
    const Delivery delivery =
        Deliver(site, {forwards ? inbound.header : Values(), inbound.domain});
    calls_ok &= delivery.outcome.code == absl::StatusCode::kOk;
    if (service.participation == Participation::kRelaysBothWays) {
      relayed = Relayed(delivery);
    }
  }
  return {!Fails(service, calls_ok), relayed};
}

TreeSimulation::Reply TreeSimulation::HandleWithBaton(const Service& service,
                                                      const Inbound& inbound) {
  Views values = ViewsOf(inbound.header);
  if (sabotage_ == Sabotage::kMalformedIsAbsent &&
      core::DecodeRetryBudget(values).verdict == HeaderVerdict::kMalformed) {
    values.clear();
  }
  core::InboundEvidence evidence;
  evidence.header_values = values;
  evidence.envoy_attempt_count = inbound.is_copy ? "2" : "1";
  InboundGrant resolved =
      core::ResolveInboundGrant(service.inbound_grant, evidence);
  if (sabotage_ == Sabotage::kRepeatedCopyReports) {
    resolved.hidden_retries = false;
  }
  // The tree decides whether a domain ends here, not the result of core.
  const bool nothing_known = inbound.header.empty() || Strips(service);
  int domain = inbound.domain;
  if (nothing_known && resolved.grant.value_or(0) > 0) {
    domain = ledger_.OpenDomain(*resolved.grant);
  }
  Request request(resolved, domain,
                  nothing_known && !resolved.grant.has_value());
  const int calls = static_cast<int>(service.calls.size());
  if (random_.Chance(faults_.early_response)) {
    request.responds_in = random_.Below(3 * calls + 1);
  }
  bool calls_ok = true;
  for (const CallSite& site : service.calls) calls_ok &= Call(site, request);
  const bool ok = !Fails(service, calls_ok);
  request.responds_in = 0;
  MaybeRespond(request);
  return {ok, WriteAdvice(ok, request)};
}

bool TreeSimulation::Call(const CallSite& site, Request& request) {
  MaybeRespond(request);
  std::optional<int> copy = request.grant.OnCallStarted();
  if (sabotage_ == Sabotage::kReportForgetsRunningCalls) {
    copy = request.inbound.grant;
  }
  const int granted = copy.value_or(site.policy.retry.edge_grant);
  const bool sends_header =
      core::SendsHeader(site.policy, {true, copy.has_value(), false});
  const int domain = request.is_edge && sends_header
                         ? ledger_.OpenDomain(granted)
                         : request.domain;
  SimulatedCall call(site, granted, request.inbound.hop, copy.has_value(),
                     sabotage_, world_, ledger_, random_);
  const bool ok = call.Run([&](absl::string_view header) {
    Values values;
    if (sends_header) values.emplace_back(header);
    Delivery delivery = Deliver(site, {std::move(values), domain});
    MaybeRespond(request);
    return delivery;
  });
  request.largest_used = std::max(request.largest_used, call.used());
  request.grant.OnCallEnded(call.used());
  if (!ok) request.objection = call.objection();
  return ok;
}

void TreeSimulation::MaybeRespond(Request& request) {
  if (request.responded || request.responds_in < 0) return;
  if (request.responds_in-- > 0) return;
  request.responded = true;
  request.reported = request.grant.OnResponse();
  if (sabotage_ == Sabotage::kReportForgetsRunningCalls) {
    request.reported = request.largest_used;
  }
}

Delivery TreeSimulation::Deliver(const CallSite& site, Inbound inbound) {
  Delivery delivery;
  delivery.outcome.code = absl::StatusCode::kUnavailable;
  if (random_.Chance(faults_.unsent)) {
    delivery.outcome.origin = AttemptOrigin::kUnconfirmed;
    delivery.outcome.provably_not_processed = true;
    delivery.outcome.never_sent = true;
    return delivery;
  }
  ledger_.OnAttempt(inbound.domain, site.callee);
  if (random_.Chance(faults_.refused)) {
    delivery.outcome.origin = AttemptOrigin::kUnconfirmed;
    delivery.outcome.provably_not_processed = true;
    return delivery;
  }
  while (random_.Chance(faults_.corruption)) {
    inbound.header = Corrupt(std::move(inbound.header), random_);
  }
  Reply reply = Handle(site.callee, inbound);
  if (!reply.ok && random_.Chance(faults_.repeated) &&
      Participates(site.callee)) {
    // This repeated request is not charged to a grant, and must not use one. It
    // gets its own domain, which allows nothing.
    inbound.is_copy = true;
    inbound.domain = ledger_.OpenDomain(0);
    reply = Handle(site.callee, inbound);
  }
  delivery.limit_fires = random_.Chance(faults_.attempt_timeout);
  if (random_.Chance(faults_.crash)) {
    delivery.outcome.origin = AttemptOrigin::kUnconfirmed;
    return delivery;
  }
  if (reply.ok) delivery.outcome.code = absl::StatusCode::kOk;
  if (!reply.advice.empty() && !random_.Chance(faults_.lost_trailer)) {
    ReadAdvice(std::move(reply.advice), delivery);
  }
  return delivery;
}

std::string TreeSimulation::Relayed(const Delivery& delivery) const {
  if (!delivery.outcome.advice.has_value()) return "";
  char buffer[core::kRetryAdviceBytes];
  return std::string(core::EncodeRetryAdvice(*delivery.outcome.advice, buffer));
}

void TreeSimulation::ReadAdvice(std::string advice, Delivery& delivery) {
  Values trailer = {std::move(advice)};
  while (random_.Chance(faults_.corruption)) {
    trailer = Corrupt(std::move(trailer), random_);
  }
  delivery.outcome.advice = core::DecodeRetryAdvice(ViewsOf(trailer));
}

std::string TreeSimulation::WriteAdvice(bool ok, const Request& request) {
  core::ResponseFacts response;
  if (!ok) response.code = absl::StatusCode::kUnavailable;
  response.used = request.reported;
  response.sender_participates = true;
  if (!random_.Chance(faults_.keeps_quiet)) {
    response.objection = request.objection;
  }
  RetryAdvice advice = core::AdviseOn(response).value_or(RetryAdvice());
  if (!ok && random_.Chance(faults_.says_no)) {
    advice.verdict = RetryAdvice::Verdict::kNo;
    advice.reason = RetryAdvice::Reason::kExhausted;
  } else if (!ok && random_.Chance(faults_.says_no)) {
    advice.verdict = RetryAdvice::Verdict::kAfter;
    advice.delay = absl::Milliseconds(120);
  }
  char buffer[core::kRetryAdviceBytes];
  return std::string(core::EncodeRetryAdvice(advice, buffer));
}

}  // namespace baton::amplification
