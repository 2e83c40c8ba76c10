// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_INBOUND_GRANT_H_
#define BATON_INBOUND_GRANT_H_

#include "baton/base/export.h"

#include <optional>

#include "absl/strings/string_view.h"

namespace BATON_EXPORT baton {

// The result of reading the `retry-budget` header of a request.
enum class HeaderVerdict {
  kOk,         // a valid value
  kAbsent,     // no header: the server's InboundGrantOptions apply
  kMalformed,  // invalid syntax or a number out of range: grant 0
  kLooped,     // has made kMaxHops hops, probably in a loop: grant 0
};

// The grant of a request at a server, and where it came from. A value.
struct InboundGrant {
  // The grant of the request. Not set: this server is the edge. Each outgoing
  // call then creates a new grant, the `edge_grant` of its method.
  std::optional<int> grant;
  // The number of hops between the edge, where the grant was created, and this
  // server. 0: this server is the edge.
  int hop = 0;
  // Whether the metadata shows that there was an earlier attempt of the same
  // call. False if the caller is not trusted: anyone can send such metadata.
  bool is_retry = false;
  // The result of reading the header. Counters and spans show it.
  HeaderVerdict verdict = HeaderVerdict::kAbsent;
  // Whether the server believes the header of this caller: see
  // InboundGrantOptions. Metadata of other callers can only lower their grant.
  bool trusted = true;
  bool stripped = false;        // an untrusted caller sent a header; ignored
  bool clamped = false;         // the grant in the header exceeded `max_grant`
  bool hidden_retries = false;  // a caller without Baton retried
};

// Returns "ok", "absent", "malformed" or "looped".
absl::string_view ToString(HeaderVerdict verdict);

}  // namespace baton

#endif  // BATON_INBOUND_GRANT_H_
