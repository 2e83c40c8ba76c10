// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_ALL_CODES_H_
#define BATON_TESTS_SUPPORT_ALL_CODES_H_

#include "absl/status/status.h"

namespace baton::support {

// The seventeen canonical status codes, by number.
inline constexpr absl::StatusCode kAllCodes[] = {
    absl::StatusCode::kOk,
    absl::StatusCode::kCancelled,
    absl::StatusCode::kUnknown,
    absl::StatusCode::kInvalidArgument,
    absl::StatusCode::kDeadlineExceeded,
    absl::StatusCode::kNotFound,
    absl::StatusCode::kAlreadyExists,
    absl::StatusCode::kPermissionDenied,
    absl::StatusCode::kResourceExhausted,
    absl::StatusCode::kFailedPrecondition,
    absl::StatusCode::kAborted,
    absl::StatusCode::kOutOfRange,
    absl::StatusCode::kUnimplemented,
    absl::StatusCode::kInternal,
    absl::StatusCode::kUnavailable,
    absl::StatusCode::kDataLoss,
    absl::StatusCode::kUnauthenticated,
};

}  // namespace baton::support

#endif  // BATON_TESTS_SUPPORT_ALL_CODES_H_
