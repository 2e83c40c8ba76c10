// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "absl/strings/string_view.h"
#include "baton/policy.h"
#include "tools/baton_policy/advise/policy_patch.h"

// Patches any text. A valid policy without changes stays as it is.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  const auto unchanged = baton::tools::PatchPolicy(text, "p", {});
  if (unchanged.text != text || !unchanged.diff.empty()) std::abort();
  baton::LoadPolicyOptions options;
  options.descriptors = baton::DescriptorSource::kNone;
  if (!baton::LoadPolicy(text, "p.textproto", options).ok()) return 0;
  const auto patched =
      baton::tools::PatchPolicy(text, "p",
                                {{"/shop.v1.Inventory/Get",
                                  {{"deadline", "default_timeout", "\"7s\""},
                                   {"hedge", "delay", "\"7ms\""}}}});
  if (patched.diff.empty() && patched.shared.empty()) std::abort();
  return 0;
}
