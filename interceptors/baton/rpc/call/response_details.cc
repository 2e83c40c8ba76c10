// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/call/response_details.h"

#include "grpcpp/support/string_ref.h"

namespace baton::rpc {
namespace {

absl::string_view ViewOf(const grpc::string_ref& text) {
  return absl::string_view(text.data(), text.size());
}

}  // namespace

absl::string_view ResponseDetails::message() const {
  if (!message_.has_value()) message_ = status_.error_message();
  return *message_;
}

absl::string_view ResponseDetails::error_details() const {
  if (!error_details_.has_value()) error_details_ = status_.error_details();
  return *error_details_;
}

void ResponseDetails::ForEachTrailer(TrailerVisitor visitor) const {
  for (const auto& [key, value] : context_.GetServerTrailingMetadata()) {
    visitor(ViewOf(key), ViewOf(value));
  }
}

void ResponseDetails::ForEachValue(absl::string_view key,
                                   ValueVisitor visitor) const {
  const auto range = context_.GetServerTrailingMetadata().equal_range(
      grpc::string_ref(key.data(), key.size()));
  for (auto entry = range.first; entry != range.second; ++entry) {
    visitor(ViewOf(entry->second));
  }
}

}  // namespace baton::rpc
