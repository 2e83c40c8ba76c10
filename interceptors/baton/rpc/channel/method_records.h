// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CHANNEL_METHOD_RECORDS_H_
#define BATON_RPC_CHANNEL_METHOD_RECORDS_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "baton/core/limits/hedge_allowance.h"
#include "baton/core/limits/method_account.h"
#include "baton/core/limits/method_latency.h"
#include "baton/core/limits/newest_answer.h"
#include "baton/core/limits/retry_breakers.h"
#include "baton/monotonic_time.h"
#include "baton/rpc/channel/sighting.h"
#include "baton/target_gauges.h"

namespace baton::rpc {

// The shared state of all calls of the process to one method of one target.
// Thread-safe and lock-free.
struct MethodRecord {
  // `methods` is the number of methods of the target.
  MethodRecord(absl::string_view its_name, const std::atomic<int>& methods)
      : name(its_name), account(methods) {}

  const std::string name;  // "/shop.v1.Inventory/Get"

  core::MethodBreaker breaker;
  core::MethodAccount account;
  core::MethodLatency latency;
  core::NewestAnswer newest_answer;
  core::HedgeAllowance hedges;
  // Responses that stated that the server honors idempotency keys.
  Sighting honored_keys;
  // Whether a call of the method belonged to no request, although the process
  // served requests.
  std::atomic<bool> has_unlinked_calls{false};
};

// The method records of one target. Owned by its TargetRecord. Thread-safe and
// lock-free. A lookup writes nothing, so that calls on different threads do not
// disturb each other.
class MethodRecords {
 public:
  // The number of records is limited, because applications may call any number
  // of methods.
  static constexpr int kMaxMethods = 1000;

  MethodRecords() = default;
  ~MethodRecords();
  MethodRecords(const MethodRecords&) = delete;
  MethodRecords& operator=(const MethodRecords&) = delete;

  // Returns the record of `method`, and creates it if there is none. Returns
  // nullptr if the limit is reached. The record lives as long as this object.
  MethodRecord* Find(absl::string_view method);

  // Returns the record that all methods beyond the limit share. Only the limits
  // for retries use it. Latency and hedges of these methods are not recorded.
  MethodRecord& shared() { return shared_; }

  // Returns the number of methods whose retry breaker is open.
  int OpenBreakers(MonotonicTime now) const;
  // Returns the limits that come from the measured latency of the methods.
  std::vector<MeasuredLimit> MeasuredLimits() const;

 private:
  static constexpr std::size_t kBuckets = 256;

  // An entry never moves and never disappears before this object.
  struct Entry {
    Entry(absl::string_view name, const std::atomic<int>& methods)
        : record(name, methods) {}

    MethodRecord record;
    Entry* next = nullptr;
  };

  static std::size_t BucketOf(absl::string_view method);
  static MethodRecord* FindIn(Entry* first, const Entry* last,
                              absl::string_view method);

  std::array<std::atomic<Entry*>, kBuckets> buckets_{};
  std::atomic<int> size_{0};
  MethodRecord shared_{/*its_name=*/"", size_};
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CHANNEL_METHOD_RECORDS_H_
