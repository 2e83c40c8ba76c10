// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_DEFAULTS_H_
#define BATON_POLICY_DEFAULTS_H_

#include "baton/base/export.h"

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "baton/policy/status_code_set.h"

// All defaults and all hard limits of Baton. The option structs take their
// initial values from here. docs/defaults.md explains each value. A test
// compares that page with this file.
//
// The number of attempts includes the first one. A retry is an attempt after
// the first one.
namespace baton::defaults {

// Attempts and grants.
inline constexpr int kMaxAttempts = 3;
inline constexpr int kMaxAttemptsLimit = 10;
// A policy with more attempts also needs an edge grant for all of them.
inline constexpr int kMaxAttemptsForAnyGrant = 5;
inline constexpr int kEdgeGrant = kMaxAttempts - 1;
inline constexpr int kEdgeGrantLimit = kMaxAttemptsLimit - 1;
inline constexpr int kFallbackChannelsLimit = 4;
inline constexpr absl::Duration kMaxConnectionWait = absl::Seconds(2);
inline constexpr absl::Duration kMaxRetryTime = absl::Seconds(60);
inline constexpr StatusCodeSet kRetryableCodes = {
    absl::StatusCode::kUnavailable};
// No policy may retry after these codes. After them, the same request would
// fail again, or it has already succeeded, or the caller no longer waits.
// NOT_FOUND is not in this list: a replica may return it for data that it does
// not have yet. Clients of such replicas may retry.
inline constexpr StatusCodeSet kNeverRetryableCodes = {
    absl::StatusCode::kOk,
    absl::StatusCode::kCancelled,
    absl::StatusCode::kInvalidArgument,
    absl::StatusCode::kAlreadyExists,
    absl::StatusCode::kPermissionDenied,
    absl::StatusCode::kFailedPrecondition,
    absl::StatusCode::kOutOfRange,
    absl::StatusCode::kUnimplemented,
    absl::StatusCode::kDataLoss,
    absl::StatusCode::kUnauthenticated};

// Attempts to connect while calls wait for a connection.
inline constexpr absl::Duration kReconnectMinInterval = absl::Milliseconds(100);
inline constexpr absl::Duration kReconnectMaxInterval = absl::Milliseconds(250);
inline constexpr absl::Duration kReconnectIntervalLimit =
    absl::Milliseconds(10);
inline constexpr absl::Duration kReconnectMaxOutage = absl::Seconds(10);

// Waits between attempts.
inline constexpr absl::Duration kBackoffInitial = absl::Milliseconds(25);
inline constexpr absl::Duration kBackoffMax = absl::Milliseconds(250);
inline constexpr double kBackoffMultiplier = 2;
inline constexpr absl::Duration kThrottledBackoffInitial = absl::Seconds(1);
inline constexpr absl::Duration kThrottledBackoffMax = absl::Seconds(20);
inline constexpr double kThrottledBackoffMultiplier = 2;
inline constexpr absl::Duration kContentionBackoffInitial =
    absl::Milliseconds(5);
inline constexpr absl::Duration kContentionBackoffMax = absl::Milliseconds(500);
inline constexpr double kContentionBackoffMultiplier = 2;
inline constexpr absl::Duration kContentionMaxTime = absl::Seconds(2);
inline constexpr double kPushbackJitterRatio = 0.2;
inline constexpr absl::Duration kMaxPushback = absl::Seconds(30);

// Deadlines.
inline constexpr absl::Duration kDefaultDeadline = absl::Seconds(30);
inline constexpr absl::Duration kHopReserve = absl::Milliseconds(5);
inline constexpr double kHopReserveRatio = 0.02;
inline constexpr absl::Duration kMinAttemptTime = absl::Milliseconds(5);

// The process budget of one target. These values were tuned on the three
// scenarios of docs/failure-scenarios.md. If you change a value, also update
// the tables on that page.
inline constexpr double kBudgetCapacity = 100;
inline constexpr int kRequestBytesPerCall = 4 << 20;
inline constexpr double kBudgetDeposit = 0.1;
inline constexpr double kBudgetRefillLimit = 5;
inline constexpr double kBudgetRefillPerSecond = 0.5;
inline constexpr double kBudgetTransientCost = 1;
inline constexpr double kBudgetTimeoutCost = 5;
inline constexpr double kBudgetThrottledCost = 5;
inline constexpr double kBudgetMaxRatioPerCall = 0.5;

// Hedging. A maximum of one attempt disables hedging.
inline constexpr int kHedgeAttempts = 1;
inline constexpr int kHedgeAttemptsLimit = 5;
inline constexpr double kHedgePercentile = 0.95;
inline constexpr double kHedgeExtraLoadRatio = 0.05;

// The retry breakers.
inline constexpr bool kRetryBreakerEnabled = true;

// Limits of a server.
inline constexpr double kRetryRatioMax = 0.08;
inline constexpr absl::Duration kRetryRatioWindow = absl::Seconds(25);
inline constexpr int kRetryRatioMinRequests = 10;
inline constexpr double kRetryRatioMinSuccessRatio = 0.5;
// The most that a policy grants without more attempts than usual.
inline constexpr int kInboundGrantMax = kMaxAttemptsForAnyGrant - 1;
inline constexpr int kPartnerGrantLimit = 2;
inline constexpr double kExpiredRequestMaxRejectedRatio = 0.2;
inline constexpr absl::Duration kExpiredRequestWindow = absl::Seconds(10);

// Streams.
inline constexpr int kReplayBytesPerCall = 256 << 10;
inline constexpr int kReplayBytesPerProcess = 64 << 20;

}  // namespace baton::defaults

#endif  // BATON_POLICY_DEFAULTS_H_
