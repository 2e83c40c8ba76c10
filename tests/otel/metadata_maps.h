// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_OTEL_METADATA_MAPS_H_
#define BATON_TESTS_OTEL_METADATA_MAPS_H_

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "baton/call_observer.h"
#include "baton/request_observer.h"

namespace baton::otel {

// The metadata that observers add to an attempt.
struct SentMetadata final : AttemptMetadata {
  void Set(absl::string_view key, absl::string_view value) override {
    map[std::string(key)] = std::string(value);
  }
  std::map<std::string, std::string> map;
};

// The metadata of a request.
struct ReceivedMetadata final : RequestMetadata {
  explicit ReceivedMetadata(std::map<std::string, std::string> values)
      : map(std::move(values)) {}
  std::optional<absl::string_view> Get(absl::string_view key) const override {
    const auto found = map.find(std::string(key));
    if (found == map.end()) return std::nullopt;
    return found->second;
  }
  const std::map<std::string, std::string> map;
};

}  // namespace baton::otel

#endif  // BATON_TESTS_OTEL_METADATA_MAPS_H_
