// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_CALLS_STREAM_KIND_H_
#define BATON_TESTS_SUPPORT_CALLS_STREAM_KIND_H_

#include <ostream>
#include <string>
#include <vector>

#include "grpcpp/support/status.h"

namespace baton {

// The kind of a stream, and the API that makes it.
enum class StreamKind { kServer, kClient, kBidi };
enum class StreamApi { kSync, kQueue, kCallback, kGeneric };

std::string Name(StreamKind kind);
std::string Name(StreamApi api);
const std::vector<StreamKind>& AllStreamKinds();
const std::vector<StreamApi>& AllStreamApis();

// The part of a stream that the application saw.
struct StreamResult {
  // The payloads of the received messages, in order.
  std::vector<std::string> payloads;
  // The number of accepted messages. All of them, unless a write failed.
  int written = 0;
  grpc::Status status;
};

std::ostream& operator<<(std::ostream& out, const StreamResult& result);

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_CALLS_STREAM_KIND_H_
