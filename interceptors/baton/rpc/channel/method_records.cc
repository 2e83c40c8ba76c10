// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/channel/method_records.h"

namespace baton::rpc {

MethodRecord* MethodRecords::Find(const std::string& method) {
  {
    const ReaderLock lock(mutex_);
    const auto found = records_.find(method);
    if (found != records_.end()) return found->second.get();
  }
  const WriterLock lock(mutex_);
  const auto found = records_.find(method);
  if (found != records_.end()) return found->second.get();
  if (records_.size() >= kMaxMethods) return nullptr;
  return (records_[method] = std::make_unique<MethodRecord>()).get();
}

}  // namespace baton::rpc
