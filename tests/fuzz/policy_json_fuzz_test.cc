// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "absl/strings/string_view.h"
#include "baton/config/policy_loader.h"
#include "baton/config/policy_writer.h"
#include "baton/core/policy_validation.h"

// Whatever loads is valid, and loads again from what it is written as.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  using namespace baton::config;
  LoadOptions options;
  options.format = PolicyFormat::kJson;
  options.descriptors = DescriptorSource::kNone;
  const auto loaded =
      LoadPolicy(absl::string_view(reinterpret_cast<const char*>(data), size),
                 "fuzz", options);
  if (!loaded.ok()) return 0;
  if (!baton::core::Validate(loaded->policy).ok()) std::abort();
  options.format = PolicyFormat::kText;
  if (!LoadPolicy(WritePolicyText(loaded->origins->source), "again", options)
           .ok()) {
    std::abort();
  }
  return 0;
}
