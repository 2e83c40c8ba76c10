// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_PUSHBACK_H_
#define BATON_PUSHBACK_H_

#include "absl/time/time.h"

namespace baton {

// The server pushback in `grpc-retry-pushback-ms` (gRFC A6).
struct Pushback {
  enum class Kind {
    kNone,   // no pushback
    kAfter,  // retry after `delay`
    kNever,  // do not retry
  };

  static Pushback None() { return {}; }
  static Pushback After(absl::Duration delay) { return {Kind::kAfter, delay}; }
  static Pushback Never() { return {Kind::kNever, absl::ZeroDuration()}; }

  Kind kind = Kind::kNone;
  absl::Duration delay = absl::ZeroDuration();

  friend bool operator==(const Pushback& a, const Pushback& b) {
    return a.kind == b.kind && a.delay == b.delay;
  }
};

}  // namespace baton

#endif  // BATON_PUSHBACK_H_
