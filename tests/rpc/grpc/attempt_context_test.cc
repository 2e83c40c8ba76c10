// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/attempt_context.h"

#include <future>
#include <map>
#include <memory>
#include <string>

#include "absl/time/time.h"
#include "baton/real_clock.h"
#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/grpc/convert.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/loopback_server.h"

namespace baton::rpc {
namespace {

using Metadata = std::multimap<std::string, std::string>;

Deadline In(absl::Duration timeout) {
  return Deadline::After(RealClock().Now(), timeout);
}

void Prepare(grpc::ClientContext& application_context,
             grpc::ClientContext& attempt,
             Deadline deadline = Deadline::None()) {
  const ParentCall parent(application_context);
  PrepareAttemptContext(application_context, SendMetadata(application_context),
                        deadline, parent.get(), &attempt);
}

// The metadata that a server received under Baton's keys.
Metadata SentUnderX(const grpc::ServerContext& context) {
  Metadata sent;
  for (const auto& [key, value] : context.client_metadata()) {
    const std::string name(key.data(), key.size());
    if (name.rfind("x-", 0) != 0) continue;
    sent.emplace(name, std::string(value.data(), value.size()));
  }
  return sent;
}

TEST(AttemptContextTest, DefaultContextAddsNothingToTheAttempt) {
  grpc::ClientContext application_context;
  grpc::ClientContext attempt;
  Prepare(application_context, attempt);
  EXPECT_EQ(InitialMetadataFlags(attempt), 0u);
  EXPECT_EQ(Authority(attempt), "");
  EXPECT_EQ(attempt.credentials(), nullptr);
  EXPECT_EQ(attempt.census_context(), nullptr);
  EXPECT_EQ(ParentOf(attempt), nullptr);
  EXPECT_TRUE(FromGrpcDeadline(attempt.raw_deadline()).IsNone());
}

TEST(AttemptContextTest, AttemptCarriesSettingsOfTheApplication) {
  grpc::ClientContext application_context;
  int census = 0;
  application_context.set_wait_for_ready(true);
  application_context.set_authority("shop");
  application_context.set_credentials(grpc::AccessTokenCredentials("token"));
  application_context.set_census_context(
      reinterpret_cast<census_context*>(&census));
  grpc::ClientContext attempt;
  const Deadline deadline = In(absl::Seconds(3));
  Prepare(application_context, attempt, deadline);
  EXPECT_EQ(InitialMetadataFlags(attempt),
            InitialMetadataFlags(application_context));
  EXPECT_EQ(Authority(attempt), "shop");
  EXPECT_EQ(attempt.credentials(), application_context.credentials());
  EXPECT_EQ(attempt.census_context(), application_context.census_context());
  EXPECT_EQ(FromGrpcDeadline(attempt.raw_deadline()), deadline);
}

TEST(AttemptContextTest, DisabledWaitForReadyStaysDisabled) {
  grpc::ClientContext application_context;
  application_context.set_wait_for_ready(false);
  grpc::ClientContext attempt;
  Prepare(application_context, attempt);
  EXPECT_EQ(InitialMetadataFlags(attempt),
            uint32_t{GRPC_INITIAL_METADATA_WAIT_FOR_READY_EXPLICITLY_SET});
}

TEST(AttemptContextTest, MetadataIsSentOnceAndKeysAreReplaced) {
  Metadata sent;
  LoopbackServer server([&](grpc::ServerContext& context, auto&) {
    sent = SentUnderX(context);
    return grpc::Status::OK;
  });
  grpc::ClientContext application_context;
  application_context.AddMetadata("x-a", "1");
  application_context.AddMetadata("x-a", "2");
  application_context.AddMetadata("x-budget", "old");
  application_context.AddMetadata("x-budget", "older");
  grpc::ClientContext attempt;
  // Global callbacks of gRPC add such entries, to `outer` as well.
  attempt.AddMetadata("x-a", "1");
  Prepare(application_context, attempt);
  AttemptContextMetadata writer(attempt);
  writer.Set("x-budget", "new");
  writer.Set("x-trace", "first");
  writer.Set("x-trace", "last");
  ASSERT_TRUE(server.Call(attempt).ok());
  EXPECT_EQ(sent, (Metadata{{"x-a", "1"},
                            {"x-a", "2"},
                            {"x-budget", "new"},
                            {"x-trace", "last"}}));
}

TEST(AttemptContextTest, CompressionIsSentOnceAsMetadata) {
  LoopbackServer server(
      [](grpc::ServerContext&, auto&) { return grpc::Status::OK; });
  grpc::ClientContext application_context;
  application_context.set_compression_algorithm(GRPC_COMPRESS_GZIP);
  grpc::ClientContext attempt;
  Prepare(application_context, attempt);
  EXPECT_EQ(SendMetadata(attempt), SendMetadata(application_context));
  EXPECT_EQ(SendMetadata(attempt).size(), 1u);
  EXPECT_TRUE(CallOn(server.Channel(), attempt, std::string(4096, 'x')).ok());
}

TEST(AttemptContextTest, AttemptEndsAtTheDeadlineOfItsParent) {
  std::promise<void> release;
  std::shared_future<void> released = release.get_future().share();
  LoopbackServer backend([=](grpc::ServerContext&, auto&) {
    released.wait();
    return grpc::Status::OK;
  });
  grpc::StatusCode attempt_code = grpc::StatusCode::OK;
  LoopbackServer edge([&](grpc::ServerContext& context, auto&) {
    const auto application_context =
        grpc::ClientContext::FromServerContext(context);
    grpc::ClientContext attempt;
    Prepare(*application_context, attempt);
    attempt_code = backend.Call(attempt).error_code();
    release.set_value();
    return grpc::Status::OK;
  });
  grpc::ClientContext context;
  context.set_deadline(ToGrpcDeadline(In(absl::Milliseconds(100))));
  edge.Call(context);
  released.wait();
  EXPECT_TRUE(attempt_code == grpc::StatusCode::DEADLINE_EXCEEDED ||
              attempt_code == grpc::StatusCode::CANCELLED)
      << attempt_code;
}

TEST(AttemptContextTest, LaterAttemptFailsAfterTheParentHasFinished) {
  LoopbackServer backend(
      [](grpc::ServerContext&, auto&) { return grpc::Status::OK; });
  std::unique_ptr<grpc::ClientContext> application_context;
  std::unique_ptr<ParentCall> parent;
  {
    LoopbackServer edge([&](grpc::ServerContext& context, auto&) {
      application_context = grpc::ClientContext::FromServerContext(context);
      parent = std::make_unique<ParentCall>(*application_context);
      return grpc::Status::OK;
    });
    grpc::ClientContext context;
    ASSERT_TRUE(edge.Call(context).ok());
    // The handler has returned, and its server does not wait for references.
  }
  grpc::ClientContext attempt;
  PrepareAttemptContext(*application_context, {}, In(absl::Seconds(20)),
                        parent->get(), &attempt);
  EXPECT_EQ(backend.Call(attempt).error_code(), grpc::StatusCode::CANCELLED);
}

}  // namespace
}  // namespace baton::rpc
