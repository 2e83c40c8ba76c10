// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/calls/unary_call_state.h"

#include <map>
#include <string>

#include "gtest/gtest.h"
#include "tests/support/calls/message_bytes.h"

namespace baton {
namespace {

std::multimap<std::string, std::string> Copy(
    const std::multimap<grpc::string_ref, grpc::string_ref>& metadata) {
  std::multimap<std::string, std::string> copy;
  for (const auto& entry : metadata) {
    copy.emplace(std::string(entry.first.data(), entry.first.size()),
                 std::string(entry.second.data(), entry.second.size()));
  }
  return copy;
}

}  // namespace

void UnaryCallState::End() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    EXPECT_FALSE(ending_) << Name(form) << ": the call ended twice";
    if (ending_) return;
    ending_ = true;
  }
  const UnaryResult result = Collect();
  // Runs before any waiting thread continues, and without the lock, because it
  // may do anything.
  if (on_end != nullptr) on_end(result);
  std::lock_guard<std::mutex> lock(mutex_);
  result_ = result;
  changed_.notify_all();
}

bool UnaryCallState::AwaitEnd(absl::Duration bound) {
  std::unique_lock<std::mutex> lock(mutex_);
  return changed_.wait_for(lock, absl::ToChronoMilliseconds(bound),
                           [this] { return result_.ended; });
}

UnaryResult UnaryCallState::Result() {
  std::lock_guard<std::mutex> lock(mutex_);
  return result_;
}

UnaryResult UnaryCallState::Collect() const {
  UnaryResult result;
  result.ended = true;
  result.status = status;
  testing::v1::CallResponse parsed;
  if (!IsOfBytes(form)) {
    result.payload = response.payload();
  } else if (FromBytes(response_bytes, &parsed)) {
    result.payload = parsed.payload();
  }
  result.initial_metadata = Copy(context->GetServerInitialMetadata());
  result.trailing_metadata = Copy(context->GetServerTrailingMetadata());
  result.initial_metadata_ok = initial_metadata_ok;
  result.finish_ok = finish_ok;
  return result;
}

}  // namespace baton
