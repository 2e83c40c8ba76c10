// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fuzz/policy_fuzz.h"

#include <cstdlib>

#include "absl/strings/string_view.h"
#include "baton/config/policy_origins.h"
#include "baton/config/policy_writer.h"
#include "baton/core/policy/policy_validation.h"

namespace baton::fuzz {

void CheckPolicy(PolicyFormat format, const std::uint8_t* data,
                 std::size_t size) {
  LoadPolicyOptions options;
  options.format = format;
  options.descriptors = DescriptorSource::kNone;
  const auto loaded =
      LoadPolicy(absl::string_view(reinterpret_cast<const char*>(data), size),
                 "fuzz", options);
  if (!loaded.ok()) return;
  if (!core::ValidatePolicy(loaded->policy).ok()) std::abort();
  options.format = PolicyFormat::kText;
  const auto again = LoadPolicy(
      config::WritePolicyText(loaded->origins->source), "again", options);
  if (!again.ok()) std::abort();
}

}  // namespace baton::fuzz
