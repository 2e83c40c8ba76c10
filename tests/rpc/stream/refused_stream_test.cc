// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The server refuses a stream. gRPC itself sends it again, and the server is
// silent from then on.

#include <string>
#include <tuple>

#include "absl/time/time.h"
#include "baton/client.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/raw_http2_server.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/stream_forms.h"

namespace baton {
namespace {

using ::testing::ValuesIn;
using Parameter = std::tuple<StreamApi, StreamKind>;

// RST_STREAM with REFUSED_STREAM: no handler has seen the request.
void RefuseFirstStream(rpc::RawHttp2Server::Connection& connection) {
  if (!connection.ReadRequestHeaders()) return;
  connection.Send(rpc::Http2Frame(3, 0, 1, std::string("\0\0\0\7", 4)));
  connection.Drain();
}

class RefusedStreamTest : public ::testing::TestWithParam<Parameter> {};

TEST_P(RefusedStreamTest, SilentStreamEndsAtItsDeadline) {
  const auto [api, kind] = GetParam();
  rpc::RawHttp2Server server(RefuseFirstStream);
  const auto channel = NewBatonChannel(server.target(), QuickOptions());
  const auto context = NewContext(absl::Milliseconds(200));
  const StreamResult result =
      MakeStreamCall(api, kind, channel, *context, {"a"});
  EXPECT_EQ(result.status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED)
      << result;
}

INSTANTIATE_TEST_SUITE_P(Kinds, RefusedStreamTest,
                         ::testing::Combine(ValuesIn(AllStreamApis()),
                                            ValuesIn(AllStreamKinds())),
                         [](const auto& test) {
                           return Name(std::get<StreamApi>(test.param)) +
                                  Name(std::get<StreamKind>(test.param));
                         });

}  // namespace
}  // namespace baton
