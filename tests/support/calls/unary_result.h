// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_SUPPORT_CALLS_UNARY_RESULT_H_
#define BATON_TESTS_SUPPORT_CALLS_UNARY_RESULT_H_

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "absl/types/optional.h"
#include "grpcpp/support/status.h"

namespace baton {

// The result of a unary call, for each API.
struct UnaryResult {
  bool ended = false;   // The other fields are only valid if true.
  grpc::Status status;  // With the details, if the server sent any.
  std::string payload;  // From the CallResponse. "" if there is none.
  std::multimap<std::string, std::string> initial_metadata;
  std::multimap<std::string, std::string> trailing_metadata;
  // The `ok` of the initial metadata's tag or reaction. nullopt in forms that
  // do not ask for it separately.
  absl::optional<bool> initial_metadata_ok;
  // The `ok` of Finish()'s tag. nullopt in forms without a queue.
  absl::optional<bool> finish_ok;

  std::vector<std::string> Trailers(const std::string& key) const {
    std::vector<std::string> values;
    const auto range = trailing_metadata.equal_range(key);
    for (auto it = range.first; it != range.second; ++it) {
      values.push_back(it->second);
    }
    return values;
  }
};

inline std::ostream& operator<<(std::ostream& out, const UnaryResult& result) {
  if (!result.ended) return out << "not ended";
  return out << "code " << result.status.error_code() << " \""
             << result.status.error_message() << "\", payload of "
             << result.payload.size() << " bytes";
}

}  // namespace baton

#endif  // BATON_TESTS_SUPPORT_CALLS_UNARY_RESULT_H_
