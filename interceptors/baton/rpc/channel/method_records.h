// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CHANNEL_METHOD_RECORDS_H_
#define BATON_RPC_CHANNEL_METHOD_RECORDS_H_

#include <cstddef>
#include <memory>
#include <string>
#include <unordered_map>

#include "absl/base/thread_annotations.h"
#include "baton/core/limits/hedge_allowance.h"
#include "baton/core/limits/latency_histogram.h"
#include "baton/mutex.h"

namespace baton::rpc {

// The data that all calls to one hedged method of one target share.
// Thread-safe.
struct MethodRecord {
  core::LatencyHistogram latency;
  core::HedgeAllowance hedges;
};

// The method records of one target. Owned by its TargetRecord. Thread-safe.
class MethodRecords {
 public:
  // The maximum number of records. There is a maximum because applications may
  // call any number of methods.
  static constexpr std::size_t kMaxMethods = 1000;

  // Returns the record of `method`. If there is none, creates it. Returns
  // nullptr if there are already kMaxMethods others. The record lives as long
  // as this object.
  MethodRecord* Find(const std::string& method);

 private:
  SharedMutex mutex_;
  std::unordered_map<std::string, std::unique_ptr<MethodRecord>> records_
      ABSL_GUARDED_BY(mutex_);
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CHANNEL_METHOD_RECORDS_H_
