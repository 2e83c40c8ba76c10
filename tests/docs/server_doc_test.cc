// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "gtest/gtest.h"
#include "tests/support/doc_block.h"

namespace baton {
namespace {

TEST(ServerDocTest, PageShowsTheCompiledMarkOfAPort) {
  EXPECT_TRUE(ShowsCode("docs/server.md",
                        "tests/rpc/server/server_identity_test.cc",
                        "// [docs]"));
}

}  // namespace
}  // namespace baton
