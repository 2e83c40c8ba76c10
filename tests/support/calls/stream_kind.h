// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_CALLS_STREAM_KIND_H_
#define BATON_TESTS_SUPPORT_CALLS_STREAM_KIND_H_

#include <ostream>
#include <string>
#include <vector>

#include "grpcpp/support/status.h"

namespace baton {

// What kind of stream a call is, and the API that it is made through.
enum class StreamKind { kServer, kClient, kBidi };
enum class StreamApi { kSync, kQueue, kCallback, kGeneric };

std::string Name(StreamKind kind);
std::string Name(StreamApi api);
const std::vector<StreamKind>& AllStreamKinds();
const std::vector<StreamApi>& AllStreamApis();

// What the application saw of a stream.
struct StreamResult {
  // Of the messages that came, in order.
  std::vector<std::string> payloads;
  // How many messages were accepted; all of them, if none was refused.
  int written = 0;
  grpc::Status status;
};

std::ostream& operator<<(std::ostream& out, const StreamResult& result);

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_CALLS_STREAM_KIND_H_
