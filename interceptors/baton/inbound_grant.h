// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_INBOUND_GRANT_H_
#define BATON_INBOUND_GRANT_H_

#include <optional>

#include "absl/strings/string_view.h"

namespace baton {

enum class HeaderVerdict {
  kOk,
  kAbsent,     // no value: the InboundGrantOptions of the receiver apply
  kMalformed,  // violates the grammar or a bound: grant 0
  kLooped,     // has made kMaxHops hops: grant 0
};

struct InboundGrant {
  // The grant of the request. Not set: this server is the edge, and each
  // outgoing call creates the `edge_grant` of its method.
  std::optional<int> grant;
  int hop = 0;
  // Whether the metadata shows that this request is a repetition.
  bool is_retry = false;
  // Facts for the counters.
  HeaderVerdict verdict = HeaderVerdict::kAbsent;
  bool stripped = false;        // an untrusted caller sent a header
  bool clamped = false;         // the header exceeded `max_grant`
  bool hidden_retries = false;  // retried above this server without a header
};

absl::string_view ToString(HeaderVerdict verdict);

}  // namespace baton

#endif  // BATON_INBOUND_GRANT_H_
