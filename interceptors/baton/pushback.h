// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_PUSHBACK_H_
#define BATON_PUSHBACK_H_

#include "baton/base/export.h"

#include "absl/time/time.h"

namespace BATON_EXPORT baton {

// The server pushback in `grpc-retry-pushback-ms`, as defined in gRFC A6.
struct Pushback {
  // The request of a server about retries.
  enum class Kind {
    kNone,   // no pushback
    kAfter,  // retry after `delay`
    kNever,  // do not retry
  };

  // Returns no pushback.
  static Pushback None() { return {}; }
  // Returns a request to retry after `delay`.
  static Pushback After(absl::Duration delay) { return {Kind::kAfter, delay}; }
  // Returns a request not to retry.
  static Pushback Never() { return {Kind::kNever, absl::ZeroDuration()}; }

  // The kind of request.
  Kind kind = Kind::kNone;
  // The wait before a retry. Zero unless the kind is kAfter.
  absl::Duration delay = absl::ZeroDuration();

  friend bool operator==(const Pushback& a, const Pushback& b) {
    return a.kind == b.kind && a.delay == b.delay;
  }
};

}  // namespace baton

#endif  // BATON_PUSHBACK_H_
