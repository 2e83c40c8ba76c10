// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/convert.h"

#include <chrono>
#include <cstdint>
#include <limits>

#include "absl/time/time.h"
#include "baton/monotonic_time.h"
#include "baton/real_clock.h"

namespace baton::rpc {
namespace {

constexpr int kLastCode = 16;

constexpr int64_t kNanosPerSecond = 1'000'000'000;

// Returns the nanoseconds. If they are too many, returns the highest or the
// lowest number.
int64_t NanosOf(gpr_timespec time) {
  int64_t nanos = 0;
  if (__builtin_mul_overflow(time.tv_sec, kNanosPerSecond, &nanos) ||
      __builtin_add_overflow(nanos, time.tv_nsec, &nanos)) {
    return time.tv_sec > 0 ? std::numeric_limits<int64_t>::max()
                           : std::numeric_limits<int64_t>::min();
  }
  return nanos;
}

}  // namespace

absl::StatusCode FromGrpcCode(grpc::StatusCode code) {
  const int number = static_cast<int>(code);
  if (number < 0 || number > kLastCode) return absl::StatusCode::kUnknown;
  return static_cast<absl::StatusCode>(number);
}

grpc::StatusCode ToGrpcCode(absl::StatusCode code) {
  const int number = static_cast<int>(code);
  if (number < 0 || number > kLastCode) return grpc::StatusCode::UNKNOWN;
  return static_cast<grpc::StatusCode>(number);
}

Deadline FromGrpcDeadline(gpr_timespec deadline, MonotonicTime now) {
  // On all clocks of gRPC the extreme values of tv_sec mean infinity.
  if (deadline.tv_sec == std::numeric_limits<int64_t>::max()) {
    return Deadline::None();
  }
  if (deadline.tv_sec == std::numeric_limits<int64_t>::min()) {
    return Deadline::After({}, -absl::InfiniteDuration());
  }
  const int64_t time = NanosOf(deadline);
  switch (deadline.clock_type) {
    case GPR_CLOCK_MONOTONIC:
      return Deadline::At(MonotonicTime::FromNanos(time));
    case GPR_TIMESPAN:
      return Deadline::After(now, absl::Nanoseconds(time));
    default:
      break;
  }
  const int64_t wall_now =
      std::chrono::nanoseconds(SystemNow().time_since_epoch()).count();
  int64_t at = 0;
  if (__builtin_sub_overflow(time, wall_now, &at) ||
      __builtin_add_overflow(at, now.nanos(), &at)) {
    return time > 0 ? Deadline::None()
                    : Deadline::After({}, -absl::InfiniteDuration());
  }
  return Deadline::At(MonotonicTime::FromNanos(at));
}

Deadline FromGrpcDeadline(std::chrono::system_clock::time_point deadline,
                          MonotonicTime now) {
  if (deadline == std::chrono::system_clock::time_point::max()) {
    return Deadline::None();
  }
  const absl::Duration left = absl::FromChrono(deadline.time_since_epoch()) -
                              absl::FromChrono(SystemNow().time_since_epoch());
  return Deadline::After(now, left);
}

gpr_timespec ToGrpcDeadline(Deadline deadline) {
  const absl::Duration time = deadline.time().since_origin();
  // Users of a timespec could not calculate with larger values, and infinity
  // has the same effect.
  constexpr absl::Duration kFar = absl::Hours(24 * 365 * 100);
  if (time > kFar) return gpr_inf_future(GPR_CLOCK_MONOTONIC);
  if (time < -kFar) return gpr_inf_past(GPR_CLOCK_MONOTONIC);

  absl::Duration rest;
  int64_t seconds = absl::IDivDuration(time, absl::Seconds(1), &rest);
  int64_t nanos = absl::ToInt64Nanoseconds(rest);
  if (nanos < 0) {
    --seconds;
    nanos += 1'000'000'000;
  }
  gpr_timespec result;
  result.tv_sec = seconds;
  result.tv_nsec = static_cast<int32_t>(nanos);
  result.clock_type = GPR_CLOCK_MONOTONIC;
  return result;
}

}  // namespace baton::rpc
