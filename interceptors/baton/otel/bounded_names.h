// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOUNDED_NAMES_H_
#define BATON_OTEL_BOUNDED_NAMES_H_

#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace baton::otel {

// Names that become labels of metrics. Peers and generic stubs can make up as
// many as they like, and each costs memory here and at the backend for ever:
// beyond so many all others are one. Thread-safe and lock-free.
class BoundedNames {
 public:
  static constexpr absl::string_view kOther = "other";
  // Longer ones are `other`, too.
  static constexpr std::size_t kLongest = 256;

  // `most` is 0 to 100 000.
  explicit BoundedNames(std::size_t most);
  ~BoundedNames();
  BoundedNames(const BoundedNames&) = delete;
  BoundedNames& operator=(const BoundedNames&) = delete;

  // The name if it is among the first `most`, and else kOther. Valid as long as
  // this object.
  absl::string_view Get(absl::string_view name);

 private:
  const std::size_t most_;
  std::atomic<std::size_t> taken_{0};
  // Open addressing, never more than half full; entries are never taken out.
  std::vector<std::atomic<const std::string*>> slots_;
};

}  // namespace baton::otel

#endif  // BATON_OTEL_BOUNDED_NAMES_H_
