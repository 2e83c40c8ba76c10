// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Returns from main with calls in flight. Argument 1 is the number of the form
// of the calls. Argument 2 is their state: "attempt" or "wait". Exits with 0 on
// success.

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "baton/client.h"
#include "tests/rpc/support/wait_notice.h"
#include "tests/support/calls/call_forms.h"
#include "tests/support/calls/scripted_server.h"

namespace baton {
namespace {

int Main(UnaryForm form, const std::string& doing) {
  constexpr int kCalls = 8;
  // Objects of calls in flight are not destroyed at the exit.
  static auto& server = *new ScriptedServer();
  server.Otherwise(
      doing == "wait"
          ? Fail(grpc::StatusCode::UNAVAILABLE).WithPushback("25000")
          : Echo().Held());
  const auto notice = std::make_shared<WaitNotice>();
  ClientOptions options;
  options.policy.retry_breaker.enabled = false;
  options.policy.everything().idempotency = Idempotency::kIdempotent;
  // Long enough for the wait and its jitter.
  options.policy.everything().deadline.default_timeout = absl::Minutes(2);
  options.observers = notice;
  const auto channel = CreateChannel(
      server.address(), grpc::InsecureChannelCredentials(), options);
  if (!channel.ok()) return 2;
  static auto& calls = *new std::vector<std::unique_ptr<StartedCall>>;
  for (int i = 0; i < kCalls; ++i) {
    calls.push_back(
        StartUnaryCall(form, *channel, NewContext(), RequestOf("hello")));
  }
  if (doing == "wait") {
    notice->AwaitWait(kCalls);
  } else {
    server.AwaitAttempt(kCalls);
  }
  // With these references released, only calls refer to the channel and the
  // notice.
  return ::testing::Test::HasFailure() ? 3 : 0;
}

}  // namespace
}  // namespace baton

int main(int argc, char** argv) {
  if (argc != 3) return 1;
  return baton::Main(static_cast<baton::UnaryForm>(std::atoi(argv[1])),
                     argv[2]);
}
