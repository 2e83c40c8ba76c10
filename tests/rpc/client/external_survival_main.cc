// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Makes calls of each API on one channel each, to a server that ends their
// streams without `grpc-status`. The argument selects the channels: "bare",
// "external" or "transparent" (external, with gRPC's transparent retries).
// Exits with 0 if each call fails with UNKNOWN.

#include <iostream>
#include <memory>
#include <string>

#include "baton/client.h"
#include "grpcpp/grpcpp.h"
#include "tests/rpc/support/raw_http2_server.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/stream_forms.h"
#include "tests/support/calls/unary_form.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

// Sends headers, and then trailers without `grpc-status`.
void EndWithoutStatus(rpc::RawHttp2Server::Connection& connection) {
  if (!connection.ReadRequestHeaders()) return;
  constexpr char kHeaders[] =
      "\x88\x10\x0c"
      "content-type"
      "\x10"
      "application/grpc";
  constexpr char kTrailers[] = "\x10\x01x\x01y";  // "x: y"
  connection.Send(rpc::Http2Frame(1, 4, 1, kHeaders) +
                  rpc::Http2Frame(1, 5, 1, kTrailers));
  connection.Drain();
}

std::shared_ptr<grpc::Channel> NewChannel(const std::string& kind,
                                          const std::string& target) {
  if (kind == "bare") {
    return grpc::CreateChannel(target, grpc::InsecureChannelCredentials());
  }
  ClientOptions options = QuickOptions();
  options.external = true;
  if (kind == "transparent") {
    options.core_retries = CoreRetries::kTransparentOnly;
  }
  return NewBatonChannel(target, options);
}

bool IsUnknown(const grpc::Status& status, const std::string& api) {
  if (status.error_code() == grpc::StatusCode::UNKNOWN) return true;
  std::cerr << api << ": " << status.error_code() << " "
            << status.error_message() << "\n";
  return false;
}

bool AllAreUnknown(const std::string& kind) {
  bool unknown = true;
  for (const UnaryForm form : AllUnaryForms()) {
    rpc::RawHttp2Server server(EndWithoutStatus);
    const UnaryResult result =
        MakeUnaryCall(form, NewChannel(kind, server.target()),
                      NewContext(kPatience), RequestOf("x"));
    unknown = IsUnknown(result.status, "unary") && unknown;
  }
  for (const StreamApi api : AllStreamApis()) {
    rpc::RawHttp2Server server(EndWithoutStatus);
    const auto context = NewContext(kPatience);
    const StreamResult result =
        MakeStreamCall(api, StreamKind::kBidi,
                       NewChannel(kind, server.target()), *context, {"x"});
    unknown = IsUnknown(result.status, Name(api)) && unknown;
  }
  return unknown;
}

}  // namespace
}  // namespace baton

int main(int count, char** arguments) {
  if (count != 2) return 2;
  return baton::AllAreUnknown(arguments[1]) ? 0 : 1;
}
