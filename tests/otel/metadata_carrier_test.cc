// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/metadata_carrier.h"

#include <map>
#include <optional>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/otel/metadata_maps.h"

namespace baton::otel {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

TEST(MetadataCarrierTest, WritesInLowerCase) {
  SentMetadata metadata;
  AttemptCarrier carrier(metadata);
  carrier.Set("X-B3-TraceId", "0af7");
  carrier.Set("x-b3-traceid", "1b08");
  EXPECT_THAT(metadata.map, ElementsAre(Pair("x-b3-traceid", "1b08")));
}

TEST(MetadataCarrierTest, LeavesOutInvalidMetadata) {
  SentMetadata metadata;
  AttemptCarrier carrier(metadata);
  carrier.Set("", "value");
  carrier.Set("with space", "value");
  carrier.Set(":path", "value");
  carrier.Set("umlaut", "\xc3\xa4");
  carrier.Set("line", "one\ntwo");
  EXPECT_THAT(metadata.map, IsEmpty());
}

TEST(MetadataCarrierTest, BinaryKeysTakeAnyValue) {
  SentMetadata metadata;
  AttemptCarrier carrier(metadata);
  carrier.Set("grpc-trace-bin", std::string("\0\x01\xff", 3));
  EXPECT_THAT(metadata.map, ElementsAre(Pair("grpc-trace-bin",
                                             std::string("\0\x01\xff", 3))));
}

TEST(MetadataCarrierTest, ReadsKeysInAnyCase) {
  const ReceivedMetadata metadata{{{"x-b3-traceid", "0af7"}}};
  const RequestCarrier carrier(metadata);
  EXPECT_EQ(carrier.Get("X-B3-TraceId"), "0af7");
}

TEST(MetadataCarrierTest, MissingKeyReadsAsEmpty) {
  const ReceivedMetadata metadata{{{"empty", ""}}};
  const RequestCarrier carrier(metadata);
  EXPECT_EQ(carrier.Get("missing"), "");
  EXPECT_EQ(carrier.Get("empty"), "");
  EXPECT_NE(carrier.Get("missing").data(), nullptr);
}

}  // namespace
}  // namespace baton::otel
