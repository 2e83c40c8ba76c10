// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/request/request_registry.h"

#include <array>
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
};

Shard& ShardOf(const grpc_call* call) {
  constexpr std::size_t kShards = 16;
  // Never destroyed: servers may outlive static destructors.
  static auto& shards = *new std::array<Shard, kShards>;
  return shards[absl::Hash<const grpc_call*>()(call) % kShards];
}

}  // namespace

void RegisterRequest(std::shared_ptr<RequestRecord> record) {
  const grpc_call* const call = record->call();
  Shard& shard = ShardOf(call);
  const MutexLock lock(shard.mutex);
  shard.requests.insert_or_assign(call, std::move(record));
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
}

std::shared_ptr<RequestRecord> FindRequest(const grpc_call* call) {
  Shard& shard = ShardOf(call);
  const MutexLock lock(shard.mutex);
  const auto found = shard.requests.find(call);
  return found == shard.requests.end() ? nullptr : found->second;
}

}  // namespace baton::rpc
