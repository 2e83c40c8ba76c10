// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/bootstrap/passwords.h"

#include "gtest/gtest.h"

namespace baton::otel {
namespace {

TEST(PasswordsTest, UserAndQueryOfUrlAreHidden) {
  struct {
    const char* url;
    const char* shown;
  } const rows[] = {
      {"", ""},
      {"https://collector:4317", "https://collector:4317"},
      {"https://user:secret@collector:4317", "https://***@collector:4317"},
      {"https://user:sec@ret@collector", "https://***@collector"},
      {"https://user:sec/ret@collector", "https://***@collector"},
      {"https://user:sec?ret@collector", "https://***@collector"},
      {"https://user:sec#ret@collector", "https://***@collector"},
      {"https://token@collector", "https://***@collector"},
      {"user:secret@collector:4317", "***@collector:4317"},
      {"https:/user:secret@collector", "***@collector"},
      {"https://collector?key=secret", "https://collector?***"},
      {"https://user:secret@", "https://***@"},
  };
  for (const auto& row : rows) EXPECT_EQ(WithoutPassword(row.url), row.shown);
}

TEST(PasswordsTest, AllUrlsOfTextAreHidden) {
  EXPECT_EQ(WithoutPasswords("a@b http://u:p@c/d, (https://t@e) f?g"),
            "a@b http://***@c/d, (https://***@e) f?g");
  EXPECT_EQ(WithoutPasswords("no URL"), "no URL");
}

}  // namespace
}  // namespace baton::otel
