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

ApplicationCall::~ApplicationCall() { grpc_call_unref(call_); }

void ApplicationCall::EndWith(grpc_status_code code, const char* message) {
  grpc_call_cancel_with_status(call_, code, message, nullptr);
}

void ApplicationMetadata::Set(absl::string_view key, absl::string_view value) {
  std::string name(key);
  map_.erase(name);
  map_.emplace(std::move(name), value);
}

void ApplicationMetadata::SetTimeout(absl::Duration remaining) {
  Set("grpc-timeout", TimeoutValue(remaining));
}

void ApplicationMetadata::Remove(absl::string_view key) {
  map_.erase(std::string(key));
}

}  // namespace baton::rpc
