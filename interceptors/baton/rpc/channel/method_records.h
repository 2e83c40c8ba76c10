// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CHANNEL_METHOD_RECORDS_H_
#define BATON_RPC_CHANNEL_METHOD_RECORDS_H_

#include <cstddef>
#include <memory>
#include <shared_mutex>
#include <string>
#include <unordered_map>

#include "baton/core/limits/hedge_allowance.h"
#include "baton/core/limits/latency_histogram.h"

namespace baton::rpc {

// What all calls of this process to one method of one target share, if that
// method is hedged.
struct MethodRecord {
  core::LatencyHistogram latency;
  core::HedgeAllowance hedges;
};

// One record a method. Thread-safe.
class MethodRecords {
 public:
  // Methods may come from anywhere; so many are told apart.
  static constexpr std::size_t kMaxMethods = 1000;

  // The record of `method`, made if there is none; nullptr if there are too
  // many others. Lives as long as this.
  MethodRecord* Find(const std::string& method);

 private:
  std::shared_mutex mutex_;
  std::unordered_map<std::string, std::unique_ptr<MethodRecord>>
      records_;  // guarded by mutex_
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CHANNEL_METHOD_RECORDS_H_
