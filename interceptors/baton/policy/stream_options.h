// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_STREAM_OPTIONS_H_
#define BATON_POLICY_STREAM_OPTIONS_H_

#include "absl/time/time.h"
#include "baton/policy/defaults.h"

namespace baton {

// Settings for streaming calls. A stream can be retried only while all that it
// has sent is kept, and while the application has seen nothing of the response.
struct StreamOptions {
  // The maximum number of bytes that a call keeps for replay. A message that
  // exceeds it commits the call to the running attempt. 0 to 1 GiB. 0: nothing
  // is kept, so only a call that has sent nothing can be retried.
  int max_replay_bytes = defaults::kReplayBytesPerCall;
  // The limit for a stream that has begun to respond. The stream ends if the
  // server sends nothing for this time while the application waits for a
  // message or the end. The time does not run while the application does not
  // wait. Above zero. Infinite: no limit.
  absl::Duration idle_timeout = absl::InfiniteDuration();
};

// The limit on all replay buffers of a process together.
struct ProcessReplayOptions {
  // The maximum number of bytes. 0 to 1 GiB. 0: nothing is kept.
  int max_bytes = defaults::kReplayBytesPerProcess;
};

}  // namespace baton

#endif  // BATON_POLICY_STREAM_OPTIONS_H_
