// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_METHOD_NAMES_H_
#define BATON_OTEL_METHOD_NAMES_H_

#include <cstddef>
#include <optional>

#include "absl/strings/string_view.h"
#include "baton/otel/bounded_names.h"
#include "baton/otel/names.h"

namespace baton::otel {

// The names of the methods of one side: of the calls, or of the requests. The
// sides have separate objects, so that callers of a server cannot take the
// names of the calls. Thread-safe.
class MethodNames {
 public:
  // `most`: see BoundedNames.
  explicit MethodNames(std::size_t most) : names_(most) {}

  // Returns the name of a method path. The name is kOtherMethod if too many
  // methods have come before, if the path is no printable text, or if
  // `is_registered` is false. `original` points into the path. All other parts
  // are valid as long as this object.
  MethodName Get(absl::string_view path, bool is_registered = true) {
    const MethodName received = ParseMethodName(path);
    const std::optional<absl::string_view> kept =
        is_registered ? names_.Keep(received.full) : std::nullopt;
    if (kept.has_value()) return ParseMethodName(*kept);
    MethodName other;
    other.full = kOtherMethod;
    other.method = kOtherMethod;
    other.original = received.full;
    return other;
  }

  // Returns the metric label of a method path. gRFC A66 has another word for
  // kOtherMethod.
  absl::string_view Label(absl::string_view path, bool is_registered = true) {
    const absl::string_view name = Get(path, is_registered).full;
    return name == kOtherMethod ? BoundedNames::kOther : name;
  }

 private:
  BoundedNames names_;
};

}  // namespace baton::otel

#endif  // BATON_OTEL_METHOD_NAMES_H_
