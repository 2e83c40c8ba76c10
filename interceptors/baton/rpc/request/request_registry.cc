// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/request/request_registry.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/hash/hash.h"
#include "baton/mutex.h"

namespace baton::rpc {
namespace {

// Each shard has its own mutex, which reduces contention between cores.
struct Shard {
  Mutex mutex;
  absl::flat_hash_map<const grpc_call*, std::shared_ptr<RequestRecord>> requests
      ABSL_GUARDED_BY(mutex);
  // The size of `requests`, for readers without the lock.
  std::atomic<std::size_t> size{0};
};

using Shards = std::array<Shard, 16>;

Shards& AllShards() {
  // Never destroyed: servers may outlive static destructors.
  static auto& shards = *new Shards;
  return shards;
}

Shard& ShardOf(const grpc_call* call) {
  Shards& shards = AllShards();
  return shards[absl::Hash<const grpc_call*>()(call) % shards.size()];
}

// Whether a request was ever registered. A process that is only a client reads
// nothing else.
std::atomic<bool> has_served{false};

}  // namespace

void RegisterRequest(std::shared_ptr<RequestRecord> record) {
  const grpc_call* const call = record->call();
  Shard& shard = ShardOf(call);
  const MutexLock lock(shard.mutex);
  shard.requests.insert_or_assign(call, std::move(record));
  shard.size.store(shard.requests.size(), std::memory_order_relaxed);
  if (!has_served.load(std::memory_order_relaxed)) {
    has_served.store(true, std::memory_order_relaxed);
  }
}

void UnregisterRequest(const RequestRecord& record) {
  Shard& shard = ShardOf(record.call());
  // Destroyed after the unlock, because the destructor of its observer is user
  // code.
  std::shared_ptr<RequestRecord> removed;
  const MutexLock lock(shard.mutex);
  const auto found = shard.requests.find(record.call());
  if (found == shard.requests.end() || found->second.get() != &record) return;
  removed = std::move(found->second);
  shard.requests.erase(found);
  shard.size.store(shard.requests.size(), std::memory_order_relaxed);
}

std::shared_ptr<RequestRecord> FindRequest(const grpc_call* call) {
  Shard& shard = ShardOf(call);
  const MutexLock lock(shard.mutex);
  const auto found = shard.requests.find(call);
  return found == shard.requests.end() ? nullptr : found->second;
}

bool ServesRequests() {
  if (!has_served.load(std::memory_order_relaxed)) return false;
  const Shards& shards = AllShards();
  return std::any_of(shards.begin(), shards.end(), [](const Shard& shard) {
    return shard.size.load(std::memory_order_relaxed) > 0;
  });
}

}  // namespace baton::rpc
