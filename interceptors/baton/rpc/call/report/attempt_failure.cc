// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/report/attempt_failure.h"

#include <cstddef>
#include <string>

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
std::string PeerOf(const AttemptDetails& details) {
  const std::string peer = details.peer();
  const bool is_address = absl::StartsWith(peer, "ipv4:") ||
                          absl::StartsWith(peer, "ipv6:") ||
                          absl::StartsWith(peer, "unix:");
  return is_address ? BeginningOf(peer) : std::string();
}

}  // namespace

std::shared_ptr<const AttemptFailure> FailureOf(const EndedAttempt& attempt,
                                                absl::string_view id_key) {
  auto failure = std::make_shared<AttemptFailure>();
  failure->peer = PeerOf(attempt.details);
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

std::shared_ptr<const AttemptFailure> OnlyPeerOf(
    const AttemptFailure& failure) {
  if (failure.peer.empty()) return nullptr;
  auto result = std::make_shared<AttemptFailure>();
  result->peer = failure.peer;
  return result;
}

}  // namespace baton::rpc
