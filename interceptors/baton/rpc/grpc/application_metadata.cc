// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/application_metadata.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"

namespace baton::rpc {
namespace {

// Returns the value for `grpc-timeout`: at most eight digits and a unit.
std::string TimeoutValue(absl::Duration timeout) {
  constexpr int64_t kMost = 99'999'999;
  const int64_t ms =
      absl::ToInt64Milliseconds(absl::Ceil(timeout, absl::Milliseconds(1)));
  if (ms <= kMost) return absl::StrCat(ms, "m");
  return absl::StrCat(std::min(absl::ToInt64Seconds(timeout), kMost), "S");
}

}  // namespace

ApplicationCall::ApplicationCall(grpc_call* call) : call_(call) {
  grpc_call_ref(call_);
}

ApplicationCall::~ApplicationCall() {
  if (call_ != nullptr) grpc_call_unref(call_);
}

void ApplicationCall::EndWith(grpc_status_code code, const char* message) {
  grpc_call_cancel_with_status(call_, code, message, nullptr);
}

void MetadataChanges::Set(absl::string_view key, absl::string_view value,
                          Metadata& map) {
  if (!map.empty()) Remove(key, map);
  added_.push_back(&*map.emplace(key, value));
}

void MetadataChanges::Remove(absl::string_view key, Metadata& map) {
  if (map.empty()) return;
  auto [entry, end] = map.equal_range(std::string(key));
  while (entry != end) {
    const auto added = std::find(added_.begin(), added_.end(), &*entry);
    if (added == added_.end()) {
      removed_.insert(map.extract(entry++));
    } else {
      added_.erase(added);
      entry = map.erase(entry);
    }
  }
}

MetadataChanges::Metadata MetadataChanges::Undone(const Metadata& map) const {
  Metadata undone = removed_;
  for (const Metadata::value_type& entry : map) {
    if (std::find(added_.begin(), added_.end(), &entry) == added_.end()) {
      undone.insert(entry);
    }
  }
  return undone;
}

void ApplicationMetadata::SetTimeout(absl::Duration remaining) {
  Set("grpc-timeout", TimeoutValue(remaining));
}

}  // namespace baton::rpc
