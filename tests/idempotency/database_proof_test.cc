// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Payments at a server that writes keys into its database, and that is killed
// with SIGKILL again and again: in the middle of a payment, and at any time.
// Each payment happens exactly once.

#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/client.h"
#include "baton/examples/v1/echo.grpc.pb.h"
#include "examples/idempotency/ledger.h"
#include "examples/idempotency/payment_process.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/support/calls/baton_channel.h"
#include "tests/support/patience.h"
#include "tests/support/real_time.h"

namespace baton {
namespace {

constexpr int kThreads = 4;
constexpr int kPayments = 200;

std::string NewDirectory() {
  std::string path = absl::StrCat(::testing::TempDir(), "/payments-XXXXXX");
  EXPECT_NE(mkdtemp(path.data()), nullptr);
  return path;
}

// Repeats a payment until it succeeds, as an application with its own key
// would. Returns the number of calls.
int PayUntilOk(examples::v1::Echo::Stub& stub, const std::string& key,
               const std::string& text) {
  const Stopwatch watch;
  for (int calls = 1; watch.Elapsed() < 2 * kPatience; ++calls) {
    grpc::ClientContext context;
    context.set_deadline(FromNow(kPatience));
    CallOverrides overrides;
    overrides.idempotency_key = key;
    EXPECT_TRUE(SetCallOverrides(&context, overrides).ok());
    examples::v1::EchoRequest request;
    request.set_text(text);
    examples::v1::EchoResponse response;
    if (stub.Unary(&context, request, &response).ok()) return calls;
  }
  ADD_FAILURE() << key << " never succeeded";
  return 0;
}

TEST(DatabaseProofTest,
     EachPaymentHappensExactlyOnceAlthoughTheServerIsKilled) {
  const std::string database = NewDirectory() + "/ledger";
  examples::PaymentProcess server(database);
  ClientOptions client = QuickOptions();
  MethodPolicy& policy = client.policy.everything();
  policy.idempotency = Idempotency::kNotIdempotent;
  policy.idempotency_key.honored = true;
  policy.retry.max_connection_wait = kPatience;
  const auto stub =
      examples::v1::Echo::NewStub(NewBatonChannel(server.address(), client));

  std::atomic<int> next{0};
  std::atomic<int> first_calls_ok{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      while (true) {
        const int number = next++;
        if (number >= kPayments) return;
        const std::string account = absl::StrCat("account-", number);
        const char* const kill = number % 40 == 7    ? " before"
                                 : number % 40 == 27 ? " after"
                                                     : "";
        const int calls = PayUntilOk(*stub, absl::StrCat("key-", number),
                                     absl::StrCat(account, kill));
        first_calls_ok += calls == 1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();

  examples::Ledger ledger(database);
  for (int number = 0; number < kPayments; ++number) {
    EXPECT_EQ(ledger.PaymentsOf(absl::StrCat("account-", number)), 1) << number;
  }
  std::cout << kPayments << " payments happened once, " << first_calls_ok
            << " of them in their first call, with " << server.kills()
            << " kills of the server\n";
  EXPECT_GE(server.kills(), 8);
}

}  // namespace
}  // namespace baton

int main(int argc, char** argv) {
  baton::examples::PaymentProcess::ServeIfChild(argc, argv);
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
