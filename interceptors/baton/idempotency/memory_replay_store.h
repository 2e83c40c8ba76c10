// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_IDEMPOTENCY_MEMORY_REPLAY_STORE_H_
#define BATON_IDEMPOTENCY_MEMORY_REPLAY_STORE_H_

#include "baton/base/export.h"

#include <cstddef>
#include <memory>

#include "absl/time/time.h"
#include "baton/idempotency/replay_store.h"

namespace BATON_EXPORT baton {

// The limits of a memory store. A value.
struct MemoryReplayStoreOptions {
  // The maximum size of all keys and answers, in bytes. Each key counts as its
  // size plus 256 bytes. A full store rejects new keys. Answers of handlers
  // that already run may exceed the limit. Positive.
  std::size_t max_bytes = std::size_t{64} << 20;
  // The maximum size of the keys and answers of one caller, if
  // ServerOptions::caller names callers. Positive.
  std::size_t max_bytes_per_caller = std::size_t{16} << 20;
  // The store forgets everything with its process. For this time after its
  // first request, the outcome of a repeated attempt without a record is
  // unknown. At least as long as any client retries. Zero: no such time.
  absl::Duration longest_retry_time = absl::Minutes(1);
};

// Returns a store in the memory of this process. Use it only if the process is
// the only server of its target. The server announces nothing to its clients.
// Never evicts a key that has not expired.
std::shared_ptr<ReplayStore> NewMemoryReplayStore(
    MemoryReplayStoreOptions options = {});

}  // namespace baton

#endif  // BATON_IDEMPOTENCY_MEMORY_REPLAY_STORE_H_
