// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/idempotency/memory_replay_store.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <list>
#include <map>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/hash/hash.h"
#include "baton/mutex.h"

namespace baton {
namespace {

using Bytes = std::atomic<std::size_t>;

constexpr std::size_t kShards = 64;
// The memory of a key besides its text and its answer, roughly.
constexpr std::size_t kEntryBytes = 256;
// A full store tries to remove this many expired keys of a shard.
constexpr int kSweep = 16;
constexpr absl::Duration kRetryAfter = absl::Seconds(1);

std::size_t SizeOf(const StoredAnswer& answer) {
  std::size_t size =
      answer.message.size() + answer.details.size() + answer.response.size();
  for (const auto& [name, value] : answer.trailers) {
    size += name.size() + value.size();
  }
  return size;
}

// The sizes of the keys and answers of each caller. Thread-safe.
class CallerSizes {
 public:
  // Returns the size of a caller. The pointer keeps it alive.
  std::shared_ptr<Bytes> Of(const std::string& caller) {
    Shard& shard = shards_[absl::Hash<std::string>()(caller) % shards_.size()];
    const MutexLock lock(shard.mutex);
    std::weak_ptr<Bytes>& known = shard.sizes[caller];
    std::shared_ptr<Bytes> size = known.lock();
    if (size == nullptr) {
      size = std::make_shared<Bytes>(0);
      known = size;
      if (shard.sizes.size() > 2 * shard.swept_at) Sweep(shard);
    }
    return size;
  }

 private:
  struct Shard {
    Mutex mutex;
    absl::flat_hash_map<std::string, std::weak_ptr<Bytes>> sizes
        ABSL_GUARDED_BY(mutex);
    std::size_t swept_at ABSL_GUARDED_BY(mutex) = 16;
  };

  // Forgets callers without keys.
  static void Sweep(Shard& shard) ABSL_EXCLUSIVE_LOCKS_REQUIRED(shard.mutex) {
    for (auto it = shard.sizes.begin(); it != shard.sizes.end();) {
      const auto next = std::next(it);
      if (it->second.expired()) shard.sizes.erase(it);
      it = next;
    }
    shard.swept_at = std::max<std::size_t>(shard.sizes.size(), 16);
  }

  std::array<Shard, 16> shards_;
};

// Each key belongs to one shard with its own mutex. Thread-safe.
class MemoryReplayStore final : public ReplayStore {
 public:
  explicit MemoryReplayStore(const MemoryReplayStoreOptions& options)
      : options_(options) {}

  Properties properties() const override { return {}; }

  absl::StatusOr<Claim> ClaimKey(const Request& request) override {
    std::string text = request.key.ToText();
    Shard& shard = ShardOf(text);
    const MutexLock lock(shard.mutex);
    const MonotonicTime complete_at = MayMissRecordsUntil(request.now);
    RemoveExpired(shard, request.now, 2);
    const auto found = shard.entries.find(text);
    if (found != shard.entries.end()) return Find(found->second, request);
    Claim claim;
    if (request.may_have_run && !request.runs_again &&
        request.now < complete_at) {
      claim.state = State::kUnknown;
      return claim;
    }
    std::shared_ptr<Bytes> caller_size;
    if (!request.key.caller.empty()) {
      caller_size = caller_sizes_.Of(request.key.caller);
    }
    const std::size_t size = 2 * text.size() + kEntryBytes;
    if (!HasRoom(size, caller_size.get())) {
      RemoveExpired(shard, request.now, kSweep);
      if (!HasRoom(size, caller_size.get())) {
        claim.state = State::kFull;
        claim.retry_after = kRetryAfter;
        return claim;
      }
    }
    Entry& entry = shard.entries[std::move(text)];
    Own(entry, claim);
    entry.fingerprint = request.fingerprint;
    entry.caller_size = std::move(caller_size);
    Grow(entry, size);
    return claim;
  }

  absl::Status Renew(const ReplayKey& key, uint64_t token) override {
    const std::string text = key.ToText();
    Shard& shard = ShardOf(text);
    const MutexLock lock(shard.mutex);
    return OwnedBy(shard, text, token) == nullptr ? Ended() : absl::OkStatus();
  }

  absl::Status Finish(const ReplayKey& key, uint64_t token,
                      const StoredAnswer* answer, absl::Duration keep_for,
                      MonotonicTime now) override {
    const std::string text = key.ToText();
    Shard& shard = ShardOf(text);
    std::shared_ptr<const StoredAnswer> stored;
    if (answer != nullptr) stored = std::make_shared<StoredAnswer>(*answer);
    const MutexLock lock(shard.mutex);
    Entry* const entry = OwnedBy(shard, text, token);
    if (entry == nullptr) return Ended();
    entry->is_running = false;
    if (stored != nullptr) Grow(*entry, SizeOf(*stored));
    entry->answer = std::move(stored);
    entry->expires_at = now + keep_for;
    shard.expiries.emplace(entry->expires_at, text);
    return absl::OkStatus();
  }

  absl::Status Free(const ReplayKey& key, uint64_t token) override {
    const std::string text = key.ToText();
    Shard& shard = ShardOf(text);
    const MutexLock lock(shard.mutex);
    Entry* const entry = OwnedBy(shard, text, token);
    if (entry == nullptr) return Ended();
    // While a missing record may be a lost one, the record shows that the key
    // is free.
    entry->is_running = false;
    entry->is_free = true;
    entry->expires_at = MayMissRecordsUntil(MonotonicTime());
    shard.expiries.emplace(entry->expires_at, text);
    return absl::OkStatus();
  }

 private:
  struct Entry {
    uint64_t token = 0;
    uint64_t fingerprint = 0;
    bool is_running = true;
    bool is_free = false;
    // Null while the request runs, and if the outcome is unknown.
    std::shared_ptr<const StoredAnswer> answer;
    MonotonicTime expires_at;
    std::size_t size = 0;
    std::shared_ptr<Bytes> caller_size;
  };
  struct Shard {
    Mutex mutex;
    absl::flat_hash_map<std::string, Entry> entries ABSL_GUARDED_BY(mutex);
    // The keys of ended requests, by the time of their expiry.
    std::multimap<MonotonicTime, std::string> expiries ABSL_GUARDED_BY(mutex);
  };

  static absl::Status Ended() {
    return absl::FailedPreconditionError("the claim has ended");
  }

  // Returns the time after which a key without a record is new. `now` counts
  // for the first request only.
  MonotonicTime MayMissRecordsUntil(MonotonicTime now) {
    const int64_t now_ns = now.nanos();
    int64_t first_ns = kNever;
    if (!first_request_ns_.compare_exchange_strong(first_ns, now_ns,
                                                   std::memory_order_relaxed)) {
      return MonotonicTime::FromNanos(first_ns) + options_.longest_retry_time;
    }
    return now + options_.longest_retry_time;
  }

  Shard& ShardOf(const std::string& text) {
    // The upper bits: the hash map uses the lower ones.
    return shards_[(absl::Hash<std::string>()(text) >> 32) % kShards];
  }

  static Entry* OwnedBy(Shard& shard, const std::string& text, uint64_t token)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(shard.mutex) {
    const auto found = shard.entries.find(text);
    const bool owned = found != shard.entries.end() &&
                       found->second.is_running && found->second.token == token;
    return owned ? &found->second : nullptr;
  }

  // Returns the claim for a known key.
  Claim Find(Entry& entry, const Request& request) {
    Claim claim;
    if (entry.is_free) {
      entry.is_free = false;
      entry.fingerprint = request.fingerprint;
      Own(entry, claim);
    } else if (entry.fingerprint != request.fingerprint) {
      claim.state = State::kOtherRequest;
    } else if (entry.is_running) {
      claim.state = State::kRunning;
    } else if (entry.answer != nullptr) {
      claim.state = State::kAnswered;
      claim.answer = entry.answer;
    } else if (!request.runs_again) {
      claim.state = State::kUnknown;
    } else {
      claim.state = State::kRunAgain;
      Own(entry, claim);
    }
    return claim;
  }

  void Own(Entry& entry, Claim& claim) {
    entry.is_running = true;
    entry.token = claim.token =
        next_token_.fetch_add(1, std::memory_order_relaxed);
  }

  bool HasRoom(std::size_t size, const Bytes* caller_size) const {
    if (size_.load(std::memory_order_relaxed) + size > options_.max_bytes) {
      return false;
    }
    return caller_size == nullptr ||
           caller_size->load(std::memory_order_relaxed) + size <=
               options_.max_bytes_per_caller;
  }

  void Grow(Entry& entry, std::size_t size) {
    entry.size += size;
    size_.fetch_add(size, std::memory_order_relaxed);
    if (entry.caller_size != nullptr) {
      entry.caller_size->fetch_add(size, std::memory_order_relaxed);
    }
  }

  void Erase(Shard& shard, const std::string& text)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(shard.mutex) {
    const auto found = shard.entries.find(text);
    const Entry& entry = found->second;
    size_.fetch_sub(entry.size, std::memory_order_relaxed);
    if (entry.caller_size != nullptr) {
      entry.caller_size->fetch_sub(entry.size, std::memory_order_relaxed);
    }
    shard.entries.erase(found);
  }

  // Removes at most `max` keys whose time has passed.
  void RemoveExpired(Shard& shard, MonotonicTime now, int max)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(shard.mutex) {
    for (int i = 0; i < max && !shard.expiries.empty(); ++i) {
      const auto first = shard.expiries.begin();
      if (first->first > now) return;
      const auto found = shard.entries.find(first->second);
      // A request that runs again ends with a new expiry.
      if (found != shard.entries.end() && !found->second.is_running &&
          found->second.expires_at <= now) {
        Erase(shard, first->second);
      }
      shard.expiries.erase(first);
    }
  }

  const MemoryReplayStoreOptions options_;
  std::array<Shard, kShards> shards_;
  CallerSizes caller_sizes_;
  Bytes size_{0};
  std::atomic<uint64_t> next_token_{1};
  static constexpr int64_t kNever = INT64_MIN;
  std::atomic<int64_t> first_request_ns_{kNever};
};

}  // namespace

std::shared_ptr<ReplayStore> NewMemoryReplayStore(
    MemoryReplayStoreOptions options) {
  return std::make_shared<MemoryReplayStore>(options);
}

}  // namespace baton
