// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_INBOUND_GRANT_H_
#define BATON_INBOUND_GRANT_H_

#include <optional>

#include "absl/strings/string_view.h"

namespace baton {

enum class HeaderVerdict {
  kOk,
  kAbsent,     // no value: the receiver decides by its listener's rules
  kMalformed,  // breaks the grammar or a bound: grant 0
  kLooped,     // has travelled kMaxHops hops: grant 0
};

struct InboundGrant {
  // What the request may spend. Not set: this server is the edge, and each
  // outgoing call mints its method's `edge_grant`.
  std::optional<int> grant;
  int hop = 0;
  // Is this request a repetition, as far as anybody has said?
  bool is_retry = false;
  // For the counters.
  HeaderVerdict verdict = HeaderVerdict::kAbsent;
  bool stripped = false;        // there was a header, from somebody not trusted
  bool clamped = false;         // it granted more than the listener allows
  bool hidden_retries = false;  // somebody above retries without a header
};

absl::string_view ToString(HeaderVerdict verdict);

}  // namespace baton

#endif  // BATON_INBOUND_GRANT_H_
