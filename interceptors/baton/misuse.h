// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_MISUSE_H_
#define BATON_MISUSE_H_

#include "baton/base/export.h"

#include <cstdint>

namespace BATON_EXPORT baton {

// Mistakes in the use of Baton that no call and no channel can report. Counted
// since the start of the process. Baton writes the first ten of each kind to
// the standard error, one line each, and the first unlinked call of each
// method.
struct MisuseCounts {
  // Contexts with call overrides that no channel of Baton has read. Usually the
  // application made the call on a channel without Baton, and the overrides had
  // no effect.
  int64_t unread_overrides = 0;
  // Channels whose process budget or retry breakers differ from the options of
  // another channel to the same target. The options of the latest channel apply
  // to both.
  int64_t conflicting_target_options = 0;
  // ScopedAttach objects that ended on another thread than their own, for
  // example in a coroutine that was suspended. Calls of
  // either thread may have had the wrong request for a moment, or none.
  int64_t scopes_ended_on_another_thread = 0;
  // Calls that belong to no request, although this process served requests
  // with Baton at that time: see docs/server.md. Written once for each method.
  int64_t unlinked_calls = 0;
  // Channels with calls while all retries of the process were stopped, on which
  // gRPC may still retry by a policy of its own: see CoreRetries::kUnchanged
  // and docs/operating.md. Each channel counts once.
  int64_t unstopped_core_retries = 0;
};

// Returns the counts of this process. Thread-safe.
MisuseCounts ReadMisuseCounts();

}  // namespace baton

#endif  // BATON_MISUSE_H_
