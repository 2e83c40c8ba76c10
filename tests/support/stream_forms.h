// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_STREAM_FORMS_H_
#define BATON_TESTS_SUPPORT_STREAM_FORMS_H_

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "grpcpp/grpcpp.h"

namespace baton {

// What kind of stream a call is.
enum class StreamKind { kServer, kClient, kBidi };

std::string Name(StreamKind kind);
const std::vector<StreamKind>& AllStreamKinds();

// What the application saw of a stream.
struct StreamResult {
  // Of the messages that came, in order.
  std::vector<std::string> payloads;
  // How many messages were accepted; all of them, if none was refused.
  int written = 0;
  grpc::Status status;
};

std::ostream& operator<<(std::ostream& out, const StreamResult& result);

// Makes a synchronous call of the kind on this thread: sends a message with
// each payload (of a server stream, only the first), says that there are no
// more, reads all that comes, and returns when it is over. `after_start` runs
// as soon as there is a call.
StreamResult MakeStreamCall(
    StreamKind kind, const std::shared_ptr<grpc::Channel>& channel,
    grpc::ClientContext& context, const std::vector<std::string>& payloads,
    const std::function<void()>& after_start = [] {});

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_STREAM_FORMS_H_
