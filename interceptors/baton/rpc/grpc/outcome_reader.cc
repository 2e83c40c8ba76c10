// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/outcome_reader.h"

#include <map>
#include <string>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "baton/core/wire/pushback_parser.h"
#include "baton/core/wire/retry_advice_codec.h"
#include "baton/rpc/grpc/connection_watcher.h"
#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/grpc/convert.h"
#include "baton/rpc/grpc/status_details.h"
#include "grpcpp/support/string_ref.h"

namespace baton::rpc {
namespace {

using Metadata = std::multimap<grpc::string_ref, grpc::string_ref>;
using Values = absl::InlinedVector<absl::string_view, 2>;

Values ValuesOf(const Metadata& metadata, absl::string_view key) {
  Values values;
  const auto range =
      metadata.equal_range(grpc::string_ref(key.data(), key.size()));
  for (auto entry = range.first; entry != range.second; ++entry) {
    values.emplace_back(entry->second.data(), entry->second.size());
  }
  return values;
}

constexpr absl::string_view kReceived = "Error received from peer";

// Returns the text of an error that gRPC created itself, from
// debug_error_string(): "UNKNOWN:failed to connect to all addresses; ...
// {...}". For other names before the colon see IsPlain().
absl::string_view RootOf(absl::string_view debug_error) {
  return absl::ConsumePrefix(&debug_error, "UNKNOWN:") ? debug_error
                                                       : absl::string_view();
}

// Returns whether `debug_error` is only code and message, as in
// "UNAVAILABLE:down". From 1.82 on gRPC returns nothing else, for statuses of a
// server and for its own.
bool IsPlain(absl::string_view debug_error, absl::StatusCode code,
             absl::string_view message) {
  if (!absl::ConsumePrefix(&debug_error, absl::StatusCodeToString(code))) {
    return false;
  }
  if (message.empty()) return debug_error.empty();
  return absl::ConsumePrefix(&debug_error, ":") && debug_error == message;
}

// Returns whether gRPC named an error "received" without a peer. Versions
// between 1.51 and 1.82 name all errors so. The name of the peer is empty for
// gRPC's own.
bool HasNoSender(absl::string_view root) {
  return absl::StartsWith(root, "Error received from peer  {");
}

// Returns whether no server has responded yet: until then peer() is the target.
// Connections have names like "ipv4:127.0.0.1:80" and "unix:/path". Returns
// false for a target with such a name.
bool IsTarget(absl::string_view peer) {
  const size_t scheme = peer.find("://");
  return scheme != absl::string_view::npos && peer.find(':') == scheme &&
         !absl::StartsWith(peer, "unix");
}

// Returns whether gRPC's client channel uses this message when it has no
// connection.
bool NeverConnected(absl::string_view message) {
  constexpr absl::string_view kWords[] = {
      "failed to connect to all addresses",   // pick_first
      "connections to all backends failing",  // round_robin
      "DNS resolution failed for ",
      "errors resolving ",  // also DNS, on 1.83
  };
  for (const absl::string_view words : kWords) {
    if (absl::StartsWith(message, words)) return true;
  }
  return false;
}

// Returns whether gRPC itself describes a response or a request in this
// message.
bool IsOwnMessage(absl::string_view message) {
  constexpr absl::string_view kWords[] = {"larger than max",
                                          "metadata size exceeds", "RST_STREAM",
                                          "Received http2 header"};
  for (const absl::string_view words : kWords) {
    if (absl::StrContains(message, words)) return true;
  }
  return false;
}

bool IsFromServer(absl::StatusCode code, const grpc::Status& status,
                  bool has_trailers) {
  switch (code) {
    // gRPC creates these codes for connections, streams and deadlines.
    case absl::StatusCode::kUnknown:
    case absl::StatusCode::kDeadlineExceeded:
    case absl::StatusCode::kInternal:
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kDataLoss:
      return (has_trailers || !status.error_details().empty()) &&
             !IsOwnMessage(status.error_message());
    // A stopping C++ server sends this message for requests that it has not
    // started. A handler has another message, unless it forwards the status of
    // a call that was cancelled.
    case absl::StatusCode::kCancelled:
      return has_trailers || !status.error_details().empty() ||
             (status.error_message() != "CANCELLED" &&
              !IsOwnMessage(status.error_message()));
    // gRPC creates these codes only with known messages.
    case absl::StatusCode::kResourceExhausted:
    case absl::StatusCode::kUnimplemented:
    case absl::StatusCode::kPermissionDenied:
    case absl::StatusCode::kUnauthenticated:
      return !IsOwnMessage(status.error_message());
    default:
      return true;
  }
}

struct Evidence {
  // The status arrived at the end of a stream: from a server, or from the
  // transport in its place.
  bool received;
  // gRPC's client channel created the status.
  bool own;
};

Evidence Examine(const grpc::Status& status, absl::StatusCode code,
                 const grpc::ClientContext& attempt) {
  const std::string debug_error = attempt.debug_error_string();
  const absl::string_view root = RootOf(debug_error);
  if (IsPlain(debug_error, code, status.error_message()) || HasNoSender(root)) {
    const bool own = IsTarget(attempt.peer());
    return {!own, own};
  }
  return {absl::StartsWith(root, kReceived),
          absl::StartsWith(root, status.error_message())};
}

// Returns whether the channel of an attempt that has ended is not connected.
bool LostConnection(const grpc::ClientContext& attempt) {
  const auto channel = ChannelOf(attempt);
  return channel != nullptr && !IsConnected(*channel);
}

void FindOrigin(const grpc::Status& status, const grpc::ClientContext& attempt,
                CoreRetries core_retries, AttemptOutcome& outcome) {
  const Evidence evidence = Examine(status, outcome.code, attempt);
  const bool has_trailers = !attempt.GetServerTrailingMetadata().empty();
  if (evidence.received) {
    if (!IsFromServer(outcome.code, status, has_trailers)) {
      outcome.origin = AttemptOrigin::kUnconfirmed;
    }
    return;
  }
  outcome.origin = AttemptOrigin::kUnconfirmed;
  outcome.provably_not_processed =
      evidence.own && core_retries != CoreRetries::kUnchanged &&
      !has_trailers && outcome.code == absl::StatusCode::kUnavailable &&
      NeverConnected(status.error_message());
  outcome.never_sent = outcome.provably_not_processed;
}

}  // namespace

AttemptOutcome ReadOutcome(const grpc::Status& status,
                           const grpc::ClientContext& attempt,
                           AttemptOrigin origin, CoreRetries core_retries) {
  AttemptOutcome outcome;
  outcome.code = FromGrpcCode(status.error_code());
  outcome.origin = origin;

  const Metadata& trailers = attempt.GetServerTrailingMetadata();
  if (!trailers.empty()) {
    outcome.pushback =
        core::ParsePushback(ValuesOf(trailers, core::kPushbackKey));
    outcome.advice =
        core::DecodeRetryAdvice(ValuesOf(trailers, core::kRetryAdviceKey));
  }
  if (status.ok()) return outcome;

  if (origin == AttemptOrigin::kServer) {
    FindOrigin(status, attempt, core_retries, outcome);
    outcome.connection_lost = outcome.code == absl::StatusCode::kUnavailable &&
                              outcome.origin == AttemptOrigin::kUnconfirmed &&
                              !outcome.never_sent && LostConnection(attempt);
  }
  StatusDetails details = ParseStatusDetails(status.error_details());
  outcome.retry_info_delay = details.retry_delay;
  outcome.error_reason = std::move(details.reason);
  outcome.error_domain = std::move(details.domain);
  return outcome;
}

bool CameFromPeer(const grpc::Status& status,
                  const grpc::ClientContext& attempt) {
  const std::string debug_error = attempt.debug_error_string();
  if (IsPlain(debug_error, FromGrpcCode(status.error_code()),
              status.error_message())) {
    return !IsTarget(attempt.peer());
  }
  const absl::string_view root = RootOf(debug_error);
  return absl::StartsWith(root, kReceived) && !HasNoSender(root);
}

}  // namespace baton::rpc
