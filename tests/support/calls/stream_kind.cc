// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/calls/stream_kind.h"

#include "absl/strings/str_join.h"

namespace baton {

std::string Name(StreamKind kind) {
  switch (kind) {
    case StreamKind::kServer:
      return "Server";
    case StreamKind::kClient:
      return "Client";
    case StreamKind::kBidi:
      return "Bidi";
  }
  return "";
}

std::string Name(StreamApi api) {
  switch (api) {
    case StreamApi::kSync:
      return "Sync";
    case StreamApi::kQueue:
      return "Queue";
    case StreamApi::kCallback:
      return "Callback";
    case StreamApi::kGeneric:
      return "Generic";
  }
  return "";
}

const std::vector<StreamApi>& AllStreamApis() {
  static const auto* const apis =
      new std::vector<StreamApi>{StreamApi::kSync, StreamApi::kQueue,
                                 StreamApi::kCallback, StreamApi::kGeneric};
  return *apis;
}

const std::vector<StreamKind>& AllStreamKinds() {
  static const auto* const kinds = new std::vector<StreamKind>{
      StreamKind::kServer, StreamKind::kClient, StreamKind::kBidi};
  return *kinds;
}

std::ostream& operator<<(std::ostream& out, const StreamResult& result) {
  return out << "wrote " << result.written << ", read ["
             << absl::StrJoin(result.payloads, ", ") << "], status "
             << result.status.error_code() << " "
             << result.status.error_message();
}

}  // namespace baton
