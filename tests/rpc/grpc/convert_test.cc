// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/convert.h"

#include <chrono>
#include <limits>

#include "absl/time/time.h"
#include "baton/real_clock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "tests/rpc/support/loopback_server.h"

namespace baton::rpc {
namespace {

using std::chrono::system_clock;

TEST(ConvertTest, CodesKeepTheirNumbers) {
  for (int number = 0; number <= 16; ++number) {
    const auto code = static_cast<absl::StatusCode>(number);
    EXPECT_EQ(static_cast<int>(ToGrpcCode(code)), number);
    EXPECT_EQ(FromGrpcCode(ToGrpcCode(code)), code);
  }
}

TEST(ConvertTest, CodesOutOfRangeAreUnknown) {
  // The range of gRPC's enum.
  for (int number : {-1, 17, 31}) {
    EXPECT_EQ(FromGrpcCode(static_cast<grpc::StatusCode>(number)),
              absl::StatusCode::kUnknown);
    EXPECT_EQ(ToGrpcCode(static_cast<absl::StatusCode>(number)),
              grpc::StatusCode::UNKNOWN);
  }
}

TEST(ConvertTest, DefaultContextHasInfiniteDeadline) {
  const grpc::ClientContext context;
  EXPECT_TRUE(FromGrpcDeadline(context.raw_deadline()).IsNone());
  EXPECT_TRUE(FromGrpcDeadline(context.deadline()).IsNone());
}

TEST(ConvertTest, MonotonicDeadlineConvertsBackUnchanged) {
  for (absl::Duration time :
       {absl::ZeroDuration(), absl::Nanoseconds(1), absl::Nanoseconds(-1),
        absl::Milliseconds(-1500), absl::Hours(24 * 365) + absl::Nanoseconds(7),
        RealClock().Now().since_origin()}) {
    const Deadline deadline = Deadline::At(MonotonicTime::FromOrigin(time));
    EXPECT_EQ(FromGrpcDeadline(ToGrpcDeadline(deadline)), deadline) << time;
    grpc::ClientContext context;
    context.set_deadline(ToGrpcDeadline(deadline));
    EXPECT_EQ(FromGrpcDeadline(context.raw_deadline()), deadline) << time;
  }
}

TEST(ConvertTest, InfinitiesConvertBackUnchanged) {
  EXPECT_TRUE(FromGrpcDeadline(ToGrpcDeadline(Deadline::None())).IsNone());
  const Deadline far = Deadline::After(RealClock().Now(), absl::Hours(1e7));
  EXPECT_TRUE(FromGrpcDeadline(ToGrpcDeadline(far)).IsNone());
  const Deadline past = Deadline::After({}, -absl::InfiniteDuration());
  EXPECT_EQ(FromGrpcDeadline(ToGrpcDeadline(past)), past);
  for (gpr_clock_type clock :
       {GPR_CLOCK_MONOTONIC, GPR_CLOCK_REALTIME, GPR_TIMESPAN}) {
    EXPECT_TRUE(FromGrpcDeadline(gpr_inf_future(clock)).IsNone());
    EXPECT_TRUE(FromGrpcDeadline(gpr_inf_past(clock)).HasPassed({}));
  }
}

TEST(ConvertTest, ExtremeWallTimesDoNotOverflow) {
  EXPECT_TRUE(FromGrpcDeadline(system_clock::time_point::max()).IsNone());
  EXPECT_TRUE(FromGrpcDeadline(system_clock::time_point::min()).HasPassed({}));
  gpr_timespec time = gpr_inf_future(GPR_CLOCK_REALTIME);
  time.tv_sec = std::numeric_limits<int64_t>::max() - 1;
  EXPECT_FALSE(FromGrpcDeadline(time).HasPassed(RealClock().Now()));
  time.tv_sec = std::numeric_limits<int64_t>::min() + 1;
  EXPECT_TRUE(FromGrpcDeadline(time).HasPassed(RealClock().Now()));
}

TEST(ConvertTest, WallClockDeadlineConvertsByRemainingTime) {
  grpc::ClientContext context;
  const MonotonicTime before = RealClock().Now();
  context.set_deadline(SystemNow() + std::chrono::seconds(10));
  for (Deadline deadline : {FromGrpcDeadline(context.raw_deadline()),
                            FromGrpcDeadline(context.deadline())}) {
    const MonotonicTime after = RealClock().Now();
    EXPECT_GE(deadline.time() - before, absl::Seconds(9.9));
    EXPECT_LE(deadline.time() - after, absl::Seconds(10.1));
  }
}

TEST(ConvertTest, TimespanCountsFromNow) {
  const Deadline deadline =
      FromGrpcDeadline(gpr_time_from_seconds(10, GPR_TIMESPAN));
  const absl::Duration left = deadline.Remaining(RealClock().Now());
  EXPECT_GT(left, absl::Seconds(9));
  EXPECT_LE(left, absl::Seconds(10));
}

// gRPC core takes deadlines on its monotonic clock and sends them to the
// server.
TEST(ConvertTest, ServerGetsAMonotonicDeadline) {
  absl::Duration left = absl::ZeroDuration();
  LoopbackServer server([&](grpc::ServerContext& context, auto&) {
    left = FromGrpcDeadline(context.deadline()).Remaining(RealClock().Now());
    return grpc::Status::OK;
  });
  grpc::ClientContext context;
  context.set_deadline(
      ToGrpcDeadline(Deadline::After(RealClock().Now(), absl::Seconds(30))));
  EXPECT_TRUE(server.Call(context).ok());
  EXPECT_GT(left, absl::Seconds(15));
  EXPECT_LT(left, absl::Seconds(30.1));
}

TEST(ConvertTest, PassedMonotonicDeadlineFailsTheCall) {
  LoopbackServer server(
      [](grpc::ServerContext&, auto&) { return grpc::Status::OK; });
  grpc::ClientContext context;
  context.set_deadline(
      ToGrpcDeadline(Deadline::After(RealClock().Now(), -absl::Seconds(1))));
  EXPECT_EQ(server.Call(context).error_code(),
            grpc::StatusCode::DEADLINE_EXCEEDED);
}

}  // namespace
}  // namespace baton::rpc
