// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_STREAM_OPTIONS_H_
#define BATON_POLICY_STREAM_OPTIONS_H_

#include "baton/base/export.h"

#include "absl/time/time.h"
#include "baton/policy/defaults.h"

namespace BATON_EXPORT baton {

// The settings for streaming calls. Baton can retry a stream while two
// conditions hold. The replay buffer has all messages that the application
// sent, and the application has seen no part of the response.
struct StreamOptions {
  // The maximum number of bytes in the replay buffer of a call. If a message
  // does not fit, Baton commits the call to the current attempt: it makes no
  // further attempts. 0 to 1 GiB. 0: Baton keeps no messages, and retries only
  // a call that has sent none.
  int max_replay_bytes = defaults::kReplayBytesPerCall;
  // The idle timeout of a stream whose response has begun. The stream ends if
  // the application waits for this time for a message, or for the end, and the
  // server sends nothing. While the application does not wait, the timeout does
  // not run. Above zero. Infinite: no idle timeout.
  absl::Duration idle_timeout = absl::InfiniteDuration();
  // The time in which the server of a stream without a deadline must begin to
  // respond, if `deadline.missing` is kDefault. It counts from the first
  // attempt, and includes retries. When it expires, the stream ends with
  // DEADLINE_EXCEEDED. Positive. Infinite: no timeout.
  absl::Duration first_answer_timeout = absl::InfiniteDuration();
};

// The limit on the requests and messages that all calls of a process keep for
// later attempts.
struct ProcessReplayOptions {
  // The maximum number of bytes. 0 to 1 GiB. 0: Baton keeps no messages of
  // streams, and no unary requests above 4096 bytes.
  int max_bytes = defaults::kReplayBytesPerProcess;
};

}  // namespace baton

#endif  // BATON_POLICY_STREAM_OPTIONS_H_
