// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/report/attempt_failure.h"

#include <cstddef>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "baton/core/report/printable_text.h"

namespace baton::rpc {
namespace {

// Limits what a report keeps of the words of a server.
constexpr std::size_t kMaxKeptBytes = 256;

std::string BeginningOf(absl::string_view text) {
  return std::string(core::BeginningOf(text, kMaxKeptBytes));
}

// Returns the address of the server. Until an attempt reaches one, gRPC returns
// the target of the channel.
std::string AddressOf(const std::string& peer) {
  const bool is_address = absl::StartsWith(peer, "ipv4:") ||
                          absl::StartsWith(peer, "ipv6:") ||
                          absl::StartsWith(peer, "unix:");
  return is_address ? BeginningOf(peer) : std::string();
}

}  // namespace

std::shared_ptr<const AttemptFailure> FailureOf(const EndedAttempt& attempt,
                                                absl::string_view id_key) {
  auto failure = std::make_shared<AttemptFailure>();
  failure->peer = AddressOf(attempt.details.peer());
  failure->message = BeginningOf(attempt.details.message());
  failure->reason = BeginningOf(attempt.outcome.error_reason);
  failure->domain = BeginningOf(attempt.outcome.error_domain);
  failure->request_id =
      BeginningOf(attempt.details.FindTrailer(id_key).value_or(""));
  const bool is_empty = failure->peer.empty() && failure->message.empty() &&
                        failure->reason.empty() && failure->request_id.empty();
  if (is_empty) return nullptr;
  return failure;
}

bool IsResponse(const AttemptOutcome& outcome) {
  return outcome.origin == AttemptOrigin::kServer ||
         outcome.origin == AttemptOrigin::kUnconfirmed;
}

std::string ServerOf(const CallPlan& plan, const AttemptFacts& attempt,
                     MonotonicTime now) {
  const ChannelState& channel = *plan.channel;
  if (attempt.fallback > 0) {
    return channel.fallback(attempt.fallback).servers().OnlyServer(now);
  }
  return channel.outage().IsOn() ? "" : channel.servers().OnlyServer(now);
}

std::shared_ptr<const AttemptFailure> FailureAt(const std::string& peer) {
  std::string address = AddressOf(peer);
  if (address.empty()) return nullptr;
  auto result = std::make_shared<AttemptFailure>();
  result->peer = std::move(address);
  return result;
}

std::shared_ptr<const AttemptFailure> OnlyPeerOf(
    const AttemptFailure& failure) {
  return FailureAt(failure.peer);
}

}  // namespace baton::rpc
