// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/baton_policy/advise/policy_patch.h"

#include <string>

#include "baton/policy.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace baton::tools {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char kMethod[] = "/shop.v1.Cart/Add";

MethodChange Timeout(const std::string& value) {
  return {kMethod, {{"deadline", "default_timeout", value}}};
}

// Returns the changed text, which must be a policy with the new timeout.
std::string Patched(const std::string& text) {
  const PatchedPolicy patched = PatchPolicy(text, "p", {Timeout("\"7s\"")});
  EXPECT_THAT(patched.shared, IsEmpty());
  LoadPolicyOptions options;
  options.descriptors = DescriptorSource::kNone;
  const auto loaded = LoadPolicy(patched.text, "p.textproto", options);
  EXPECT_TRUE(loaded.ok()) << loaded.status();
  if (loaded.ok()) {
    EXPECT_EQ(loaded->policy.Find(kMethod).deadline.default_timeout,
              absl::Seconds(7));
  }
  return patched.text;
}

constexpr char kName[] = "name { service: \"shop.v1.Cart\" method: \"Add\" }";

TEST(PolicyPatchTest, MethodWithoutAnEntryGetsOne) {
  EXPECT_EQ(Patched("# All.\nmethods { name {} }\n"),
            "# All.\nmethods { name {} }\nmethods {\n"
            "  name { service: \"shop.v1.Cart\" method: \"Add\" }\n"
            "  deadline { default_timeout: \"7s\" }\n}\n");
}

TEST(PolicyPatchTest, ValueChangesInItsPlace) {
  const std::string before = std::string("methods {\n\t") + kName +
                             "\n\tdeadline {\tdefault_timeout:\t";
  EXPECT_EQ(Patched(before + "'1s' }  # Comment.\n}\n"),
            before + "\"7s\" }  # Comment.\n}\n");
}

TEST(PolicyPatchTest, SectionAndEntryGetTheFieldThatTheyLack) {
  EXPECT_EQ(Patched(std::string("methods {\n  ") + kName +
                    "\n  deadline {\n    max_timeout: \"9s\"\n  }\n}\n"),
            std::string("methods {\n  ") + kName +
                "\n  deadline {\n    default_timeout: \"7s\"\n"
                "    max_timeout: \"9s\"\n  }\n}\n");
  EXPECT_EQ(Patched(std::string("methods: [ { ") + kName + " } ]\n"),
            std::string("methods: [ { deadline { default_timeout: \"7s\" } ") +
                kName + " } ]\n");
}

TEST(PolicyPatchTest, EntryOfSeveralMethodsIsNotChanged) {
  const std::string text = std::string("methods { ") + kName +
                           " name { service: \"shop.v1.Stock\" } }\n";
  const PatchedPolicy patched = PatchPolicy(text, "p", {Timeout("\"7s\"")});
  EXPECT_EQ(patched.text, text);
  EXPECT_EQ(patched.diff, "");
  EXPECT_THAT(patched.shared, ElementsAre(kMethod));
}

}  // namespace
}  // namespace baton::tools
