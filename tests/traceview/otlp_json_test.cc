// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/store/otlp_json.h"

#include <string>

#include "absl/strings/match.h"
#include "google/protobuf/util/message_differencer.h"
#include "gtest/gtest.h"
#include "tests/traceview/trace_building.h"

namespace baton::traceview {
namespace {

std::string OneSpan(const std::string& fields) {
  return R"({"resourceSpans":[{"scopeSpans":[{"spans":[{)" + fields + "}]}]}]}";
}

const Span& FirstSpan(const TraceRequest& request) {
  return request.resource_spans(0).scope_spans(0).spans(0);
}

TEST(OtlpJsonTest, EverySampleTraceRoundTrips) {
  for (const Story story : kAllStories) {
    SampleOptions options;
    options.story = story;
    const TraceRequest request = SampleTrace(options);
    const auto json = WriteOtlpJson(request);
    ASSERT_TRUE(json.ok());
    EXPECT_FALSE(absl::StrContains(*json, "\n"));
    const auto back = ParseOtlpJson(*json);
    ASSERT_TRUE(back.ok()) << back.status();
    EXPECT_TRUE(
        google::protobuf::util::MessageDifferencer::Equals(request, *back));
  }
}

TEST(OtlpJsonTest, IdsAreHexadecimalInEitherCase) {
  const auto request = ParseOtlpJson(OneSpan(
      R"("traceId":"5B8EFFF798038103D269B633813FC60C",)"
      R"("spanId":"eee19b7ec3c1b174","parentSpanId":"eee19b7ec3c1b173")"));
  ASSERT_TRUE(request.ok()) << request.status();
  EXPECT_EQ(FirstSpan(*request).trace_id(),
            "\x5b\x8e\xff\xf7\x98\x03\x81\x03\xd2\x69\xb6\x33\x81\x3f\xc6"
            "\x0c");
  EXPECT_EQ(FirstSpan(*request).span_id(), "\xee\xe1\x9b\x7e\xc3\xc1\xb1\x74");
  const auto json = WriteOtlpJson(*request);
  ASSERT_TRUE(json.ok());
  EXPECT_TRUE(absl::StrContains(
      *json, R"("traceId":"5b8efff798038103d269b633813fc60c")"))
      << *json;
}

TEST(OtlpJsonTest, NumbersCanBeTextAndEnumsAreNumbers) {
  const auto request = ParseOtlpJson(OneSpan(
      R"("kind":3,"startTimeUnixNano":"1544712660000000000",)"
      R"("endTimeUnixNano":1544712661000000000,"someday":{"new":[1]})"));
  ASSERT_TRUE(request.ok()) << request.status();
  EXPECT_EQ(FirstSpan(*request).kind(), Span::SPAN_KIND_CLIENT);
  EXPECT_EQ(FirstSpan(*request).start_time_unix_nano(), 1544712660000000000u);
  EXPECT_EQ(FirstSpan(*request).end_time_unix_nano(), 1544712661000000000u);
}

TEST(OtlpJsonTest, InvalidIdIsCleared) {
  for (const std::string id :
       {"", "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", "5b8efff798038103d269"}) {
    const auto request = ParseOtlpJson(OneSpan(R"("traceId":")" + id + "\""));
    ASSERT_TRUE(request.ok()) << request.status();
    EXPECT_EQ(FirstSpan(*request).trace_id(), "") << id;
  }
}

TEST(OtlpJsonTest, MalformedTextIsAnError) {
  const std::string deep = std::string(100'000, '[');
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("[]"), std::string("17"),
        std::string(R"({"resourceSpans":7})"), std::string("\xff\xfe"), deep,
        OneSpan(R"("traceId":"!!")"), OneSpan(R"("traceId":"00")"),
        OneSpan(R"("name":5)") + "}"}) {
    EXPECT_FALSE(ParseOtlpJson(text).ok()) << text.substr(0, 40);
  }
}

}  // namespace
}  // namespace baton::traceview
