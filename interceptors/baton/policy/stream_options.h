// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_POLICY_STREAM_OPTIONS_H_
#define BATON_POLICY_STREAM_OPTIONS_H_

#include "absl/time/time.h"
#include "baton/policy/defaults.h"

namespace baton {

// What is particular to calls that stream. Such a call can be tried again only
// as long as all that it sent is kept, and the application has seen nothing of
// the answer.
struct StreamOptions {
  // A call keeps at most so many bytes of what it sends. The message that
  // would be too much commits the call to the attempt that runs.
  // 0 to 1 GiB; 0: nothing is kept, so only a call that has sent nothing can
  // be tried again.
  int max_replay_bytes = defaults::kReplayBytesPerCall;
  // A stream that has begun to answer ends when nothing has come from the
  // server for so long while the application waits for a message or the end.
  // Time in which it does not wait does not count. Above zero; infinite: there
  // is no such limit.
  absl::Duration idle_timeout = absl::InfiniteDuration();
};

// The same limit for all calls of a process together.
struct ProcessReplayOptions {
  int max_bytes = defaults::kReplayBytesPerProcess;
};

}  // namespace baton

#endif  // BATON_POLICY_STREAM_OPTIONS_H_
