// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A connection breaks inside the headers of a response.

#include <string>
#include <utility>

#include "baton/client.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/raw_http2_server.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/stream_forms.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

// A frame of another type inside the headers is an error of the connection.
void BreakInsideHeaders(rpc::RawHttp2Server::Connection& connection) {
  if (!connection.ReadRequestHeaders()) return;
  constexpr char kField[] = "\x10\x01x\x01y";  // "x: y"
  connection.Send(rpc::Http2Frame(1, 0, 1, kField) +
                  rpc::Http2Frame(6, 0, 0, "12345678"));
  connection.Drain();
}

class UnfinishedHeadersTest : public ::testing::TestWithParam<StreamApi> {};

TEST_P(UnfinishedHeadersTest, EndTheStreamLikeABareChannel) {
  rpc::RawHttp2Server server(BreakInsideHeaders);
  // On a bare channel, gRPC's callback API aborts the process. So it does for
  // an attempt in place. External channels have no such attempts.
  ClientOptions options = QuickOptions();
  options.external = GetParam() == StreamApi::kCallback;
  const auto channel = NewBatonChannel(server.target(), std::move(options));
  const auto context = NewContext(kPatience);
  const StreamResult result =
      MakeStreamCall(GetParam(), StreamKind::kServer, channel, *context, {"a"});
  EXPECT_EQ(result.status.error_code(), grpc::StatusCode::UNKNOWN)
      << result.status.error_message();
}

INSTANTIATE_TEST_SUITE_P(Apis, UnfinishedHeadersTest,
                         ::testing::Values(StreamApi::kSync, StreamApi::kQueue,
                                           StreamApi::kCallback),
                         [](const auto& api) { return Name(api.param); });

}  // namespace
}  // namespace baton
