// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/method_catalog.h"

#include <string>

#include "gtest/gtest.h"
#include "tests/config/shop.pb.h"

namespace baton::config {
namespace {

constexpr char kService[] = "baton.testing.shop.Inventory";

MethodCatalog ShopSet() {
  google::protobuf::FileDescriptorSet set;
  testing::shop::Request::descriptor()->file()->CopyTo(set.add_file());
  return *MethodCatalog::FromDescriptorSet(set.SerializeAsString());
}

TEST(MethodCatalogTest, LinkedServicesAreFoundWithTheirLevels) {
  const MethodCatalog catalog = MethodCatalog::Linked();
  EXPECT_EQ(catalog.LevelOf("/baton.testing.shop.Inventory/Get"),
            Idempotency::kNoSideEffects);
  EXPECT_EQ(catalog.LevelOf("/baton.testing.shop.Inventory/Put"),
            Idempotency::kIdempotent);
  EXPECT_EQ(catalog.LevelOf("/baton.testing.shop.Inventory/Reserve"),
            Idempotency::kUnknown);
  EXPECT_EQ(catalog.LevelOf("nonsense"), Idempotency::kUnknown);
}

TEST(MethodCatalogTest, LinkedPoolRejectsUnknownMethodsOnly) {
  const MethodCatalog catalog = MethodCatalog::Linked();
  EXPECT_EQ(catalog.WrongWith("elsewhere.Service", "Get"), "");
  EXPECT_EQ(catalog.WrongWith(kService, "Gett"),
            "service baton.testing.shop.Inventory has no method Gett; did you "
            "mean Get?");
}

TEST(MethodCatalogTest, DescriptorSetRejectsUnknownServices) {
  const MethodCatalog catalog = ShopSet();
  EXPECT_EQ(catalog.WrongWith(kService, ""), "");
  EXPECT_EQ(catalog.WrongWith(kService, "Put"), "");
  EXPECT_EQ(catalog.WrongWith("baton.testing.shop.Inventroy", "Get"),
            "unknown service baton.testing.shop.Inventroy; did you mean "
            "baton.testing.shop.Inventory?");
}

TEST(MethodCatalogTest, InvalidDescriptorSetIsRejected) {
  EXPECT_FALSE(MethodCatalog::FromDescriptorSet("syntax = \"proto3\";").ok());
  EXPECT_EQ(MethodCatalog::FromDescriptorSet("").status().message(),
            "must contain a service, got none");
}

TEST(MethodCatalogTest, EmptyCatalogAcceptsEveryName) {
  EXPECT_EQ(MethodCatalog().WrongWith("x", "y"), "");
}

}  // namespace
}  // namespace baton::config
