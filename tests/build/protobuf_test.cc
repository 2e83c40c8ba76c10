// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>

#include "baton/examples/v1/echo.pb.h"
#include "google/protobuf/text_format.h"
#include "google/protobuf/util/json_util.h"
#include "gtest/gtest.h"

namespace {

using ::baton::examples::v1::EchoRequest;

TEST(ProtobufTest, TextAndJsonAgree) {
  EchoRequest request;
  ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(R"pb(text: "hi")pb",
                                                            &request));
  std::string json;
  ASSERT_TRUE(google::protobuf::util::MessageToJsonString(request, &json).ok());
  EXPECT_EQ(json, R"({"text":"hi"})");
}

}  // namespace
