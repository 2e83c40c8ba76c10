// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOUNDED_NAMES_H_
#define BATON_OTEL_BOUNDED_NAMES_H_

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace baton::otel {

// The names that become labels of metrics. Each name uses memory forever, here
// and in the metrics backend. Peers and generic stubs can create any number of
// names. Therefore only a limited number of names get their own label. All
// further names share the label kOther. So do names that are no printable text
// (see core::IsPrintableText()). Thread-safe and lock-free.
class BoundedNames {
 public:
  static constexpr absl::string_view kOther = "other";
  // The maximum length of a name, in bytes. Longer names get the label kOther.
  static constexpr std::size_t kLongest = 256;

  // `most` is the maximum number of names, 0 to 100 000.
  explicit BoundedNames(std::size_t most);
  ~BoundedNames();
  BoundedNames(const BoundedNames&) = delete;
  BoundedNames& operator=(const BoundedNames&) = delete;

  // Returns the label of a name: the name itself if it is printable and among
  // the first `most` names, else kOther. The result is valid as long as this
  // object.
  absl::string_view Get(absl::string_view name) {
    return Keep(name).value_or(kOther);
  }
  // Returns the label as Get() does, but nullopt in place of kOther.
  std::optional<absl::string_view> Keep(absl::string_view name);

 private:
  const std::size_t most_;
  std::atomic<std::size_t> taken_{0};
  // Hash table with open addressing, at most half full. Entries are never
  // removed.
  std::vector<std::atomic<const std::string*>> slots_;
};

}  // namespace baton::otel

#endif  // BATON_OTEL_BOUNDED_NAMES_H_
