// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/own_text.h"

#include "absl/strings/match.h"

namespace baton::rpc {

bool IsOwnText(absl::string_view message) {
  // A service that forwards the status of a call has forwarded this note, too.
  if (absl::StrContains(message, "outcome unknown")) return false;
  constexpr absl::string_view kStarts[] = {
      "Deadline Exceeded",
      "Socket closed",
      "Connection reset by peer",
      "Broken pipe",
      "recvmsg:",  // and one of the two words above
      "sendmsg:",
      "Transport closed",
      "GOAWAY received",
      "keepalive watchdog timeout",
      "keepalive timeout",
      "ping timeout",
      "Stream removed",
      "RST_STREAM (Received",
      "Received RST_STREAM with error code",
      "Received http2 header with status",
  };
  for (const absl::string_view start : kStarts) {
    if (absl::StartsWith(message, start)) return true;
  }
  return false;
}

}  // namespace baton::rpc
