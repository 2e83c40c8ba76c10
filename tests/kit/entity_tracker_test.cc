// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Creations whose outcome is unknown, and reads of new entities, through a real
// channel to a real server.

#include <string>
#include <utility>

#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/kit/unit_rig.h"
#include "tests/support/calls/script_step.h"
#include "tests/support/patience.h"

namespace baton {
namespace {

using ::grpc::StatusCode;
using ::testing::HasSubstr;

class EntityTrackerTest : public ::testing::Test, protected UnitRig {
 protected:
  EntityTrackerTest() {
    tracking.name = "orders";
    tracking.visible_within = tracking.total_time = kPatience;
    for (RetryOptions* retry : {&tracking.retry, &tracking.missing}) {
      retry->backoff.initial = retry->backoff.max = absl::Milliseconds(1);
    }
    // The methods have the idempotency of a server without declarations.
    const auto call = [this](const std::string&, std::string* filled) {
      const grpc::Status status = Call(Idempotency::kUnknown);
      *filled = payload;
      return status;
    };
    const auto id = [](const std::string& request) { return request; };
    create.call = read.call = call;
    create.entity = read.entity = id;
    create.fetch = [this, call](const std::string& request,
                                std::string* filled) {
      ++fetches;
      return call(request, filled);
    };
  }

  EntityTracker& Tracker() {
    if (!tracker.ok()) tracker = EntityTracker::Create(tracking);
    EXPECT_TRUE(tracker.ok()) << tracker.status();
    return *tracker;
  }
  grpc::Status Create() {
    return Tracker().CreateEntity(create, std::string("o1"), &response,
                                  &report);
  }
  grpc::Status Read(const std::string& id = "o1") {
    return Tracker().ReadEntity(read, id, &response, &report);
  }

  EntityTrackerOptions tracking;
  CreateMethod<std::string, std::string> create;
  ReadMethod<std::string, std::string> read;
  absl::StatusOr<EntityTracker> tracker = absl::UnknownError("not created");
  std::string response;
  int fetches = 0;
};

TEST_F(EntityTrackerTest, ConflictAfterAnUnknownOutcomeIsASuccess) {
  server.Add(Fail(StatusCode::UNAVAILABLE));
  server.Add(Fail(StatusCode::ALREADY_EXISTS));
  server.Add(Answer("mine"));
  EXPECT_TRUE(Create().ok());
  EXPECT_EQ(response, "mine");
  EXPECT_EQ(server.attempts(), 3);
  EXPECT_EQ(report.runs, 2);
  EXPECT_FALSE(report.outcome_unknown);
}

TEST_F(EntityTrackerTest, ConflictWithTheFirstAttemptIsReturned) {
  server.Add(Fail(StatusCode::ALREADY_EXISTS, "taken"));
  const grpc::Status status = Create();
  EXPECT_EQ(status.error_code(), StatusCode::ALREADY_EXISTS);
  EXPECT_EQ(status.error_message(), "taken");
  EXPECT_EQ(fetches, 0);
  EXPECT_FALSE(report.outcome_unknown);
}

TEST_F(EntityTrackerTest, ConflictAfterAClearFailureIsReturned) {
  // The server has not processed the first attempt.
  server.Add(Fail(StatusCode::UNAVAILABLE)
                 .WithTrailer("retry-advice", "r=after,ms=1,u=0"));
  server.Add(Fail(StatusCode::ALREADY_EXISTS));
  EXPECT_EQ(Create().error_code(), StatusCode::ALREADY_EXISTS);
  EXPECT_EQ(fetches, 0);
}

TEST_F(EntityTrackerTest, FailedFetchKeepsTheConflictAndItsDoubt) {
  server.Add(Fail(StatusCode::UNAVAILABLE));
  server.Add(Fail(StatusCode::ALREADY_EXISTS));
  server.Add(Fail(StatusCode::PERMISSION_DENIED));
  EXPECT_EQ(Create().error_code(), StatusCode::ALREADY_EXISTS);
  EXPECT_EQ(fetches, 1);
  EXPECT_TRUE(report.outcome_unknown);
}

TEST_F(EntityTrackerTest, EntityOfAnotherClientKeepsTheConflict) {
  create.fetch = [this](const std::string&, std::string*) {
    ++fetches;
    return grpc::Status(StatusCode::ALREADY_EXISTS, "of another client");
  };
  server.Add(Fail(StatusCode::UNAVAILABLE));
  server.Add(Fail(StatusCode::ALREADY_EXISTS));
  EXPECT_EQ(Create().error_code(), StatusCode::ALREADY_EXISTS);
  EXPECT_EQ(fetches, 1);
}

TEST_F(EntityTrackerTest, FetchIsRepeatedIfAReplicaDoesNotKnowTheEntity) {
  tracking.retry.max_attempts = tracking.retry.edge_grant = 4;
  server.Add(Fail(StatusCode::UNAVAILABLE));
  server.Add(Fail(StatusCode::ALREADY_EXISTS));
  server.Add(Fail(StatusCode::NOT_FOUND));
  server.Add(Fail(StatusCode::ALREADY_EXISTS));
  server.Add(Answer("mine"));
  EXPECT_TRUE(Create().ok());
  EXPECT_EQ(response, "mine");
}

TEST_F(EntityTrackerTest, WithoutFetchTheReportSaysThatTheOutcomeIsUnknown) {
  create.fetch = nullptr;
  server.Add(Fail(StatusCode::UNAVAILABLE));
  const grpc::Status status = Create();
  EXPECT_EQ(status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_THAT(status.error_message(), HasSubstr("outcome unknown"));
  EXPECT_TRUE(report.outcome_unknown);
  EXPECT_EQ(server.attempts(), 1);
}

TEST_F(EntityTrackerTest, ReadOfANewEntityIsRepeatedUntilItSucceeds) {
  EXPECT_TRUE(Create().ok());
  server.Add(Fail(StatusCode::NOT_FOUND));
  server.Add(Fail(StatusCode::NOT_FOUND));
  server.Add(Answer("order"));
  EXPECT_TRUE(Read().ok());
  EXPECT_EQ(response, "order");
  EXPECT_EQ(report.runs, 3);
}

TEST_F(EntityTrackerTest, EntityThatWasFetchedCountsAsCreated) {
  server.Add(Fail(StatusCode::UNAVAILABLE));
  server.Add(Fail(StatusCode::ALREADY_EXISTS));
  EXPECT_TRUE(Create().ok());
  server.Add(Fail(StatusCode::NOT_FOUND));
  EXPECT_TRUE(Read().ok());
}

TEST_F(EntityTrackerTest, MissingEntityOfAnotherProcessIsReturnedAtOnce) {
  EXPECT_TRUE(Create().ok());
  server.Add(Fail(StatusCode::NOT_FOUND, "none"));
  const grpc::Status status = Read("o2");
  EXPECT_EQ(status.error_code(), StatusCode::NOT_FOUND);
  EXPECT_EQ(status.error_message(), "none");
  EXPECT_EQ(server.attempts(), 2);
  EXPECT_EQ(report.runs, 1);
  EXPECT_EQ(report.code, absl::StatusCode::kNotFound);
}

TEST_F(EntityTrackerTest, MissingEntityIsReturnedAfterTheGivenTime) {
  tracking.visible_within = absl::Nanoseconds(1);
  EXPECT_TRUE(Create().ok());
  server.Add(Fail(StatusCode::NOT_FOUND));
  EXPECT_EQ(Read().error_code(), StatusCode::NOT_FOUND);
  EXPECT_EQ(server.attempts(), 2);
}

TEST_F(EntityTrackerTest, ForgottenEntityIsMissingAtOnce) {
  EXPECT_TRUE(Create().ok());
  Tracker().Forget("o1");
  server.Add(Fail(StatusCode::NOT_FOUND));
  EXPECT_EQ(Read().error_code(), StatusCode::NOT_FOUND);
  EXPECT_EQ(server.attempts(), 2);
}

TEST_F(EntityTrackerTest, ReadsOfNewEntitiesEndWithTheLimits) {
  EXPECT_TRUE(Create().ok());
  server.Otherwise(Fail(StatusCode::NOT_FOUND));
  EXPECT_EQ(Read().error_code(), StatusCode::NOT_FOUND);
  EXPECT_EQ(report.runs, tracking.missing.max_attempts);
  EXPECT_EQ(report.stop_reason, StopReason::kGrantExhausted);
}

TEST_F(EntityTrackerTest, TrackerInsideAUnitIsRejected) {
  const grpc::Status created = RunUnit([&](UnitAttempt&) { return Create(); });
  EXPECT_EQ(created.error_code(), StatusCode::FAILED_PRECONDITION);
  EXPECT_THAT(created.error_message(), HasSubstr("unit 'orders'"));
  const grpc::Status seen = RunUnit([&](UnitAttempt&) { return Read(); });
  EXPECT_EQ(seen.error_code(), StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(server.attempts(), 0);
}

TEST_F(EntityTrackerTest, InvalidOptionsAreRejected) {
  tracking.name = "";
  tracking.max_entities = 0;
  tracking.visible_within = absl::InfiniteDuration();
  const absl::Status status = EntityTracker::Create(tracking).status();
  EXPECT_THAT(std::string(status.message()), HasSubstr("name"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("max_entities"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("visible_within"));
}

}  // namespace
}  // namespace baton
