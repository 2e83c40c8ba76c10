// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/picture/trace_picture.h"

#include <fstream>
#include <sstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/traceview/scenes.h"
#include "tests/traceview/trace_building.h"
#include "tools/traceview/store/recording.h"
#include "tools/traceview/store/trace_store.h"

namespace baton::traceview {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string PictureOf(const TraceRequest& request) {
  TraceStore store;
  store.Add(request);
  return TracePicture(*store.FirstFrom(0));
}

std::string PictureOf(Story story) {
  SampleOptions options;
  options.story = story;
  return PictureOf(SampleTrace(options));
}

// After a change of the drawing, run
//   ./bazelw run //tools/traceview/picture -- $PWD/docs/images/retried.jsonl
TEST(TracePictureTest, PictureInTheDocumentsMatchesTheRecording) {
  TraceStore store;
  ASSERT_TRUE(OpenRecording("docs/images/retried.jsonl", store).ok());
  std::ostringstream committed;
  committed << std::ifstream("docs/images/retried.svg").rdbuf();
  EXPECT_EQ(TracePicture(*store.FirstFrom(0)), committed.str());
}

TEST(TracePictureTest, PictureShowsTheResultAndTheOwner) {
  EXPECT_THAT(PictureOf(Story::kGrantExhausted),
              HasSubstr("UNAVAILABLE after"));
  const std::string saved = PictureOf(Story::kSaved);
  EXPECT_THAT(saved, HasSubstr("saved by a retry"));
  EXPECT_THAT(saved, HasSubstr("owned the retries: 2 of 2 extra attempts"));
  EXPECT_THAT(saved, HasSubstr("backoff"));
}

TEST(TracePictureTest, WaitAtTheEndOfACallLastsUntilItsEnd) {
  EXPECT_THAT(PictureOf(SceneTrace(Scene::kConnectionWait)),
              HasSubstr("connection 595 ms"));
}

TEST(TracePictureTest, OwnerIsNamedOnce) {
  const std::string picture = PictureOf(SceneTrace(Scene::kFailedFanOut));
  EXPECT_THAT(picture, HasSubstr("gateway owned the retries: 4 extra attempts "
                                 "made by 3 calls, each with up to 2"));
  EXPECT_EQ(picture.find("owned the retries"),
            picture.rfind("owned the retries"));
}

TEST(TracePictureTest, AttemptsWithoutAConnectionUseNoGrant) {
  const std::string picture = PictureOf(SceneTrace(Scene::kReconnected));
  EXPECT_THAT(picture, HasSubstr("1 of 2 extra attempts made"));
  EXPECT_THAT(picture, HasSubstr(">1 + 1<"));
}

TEST(TracePictureTest, WorkAfterTheAnswerIsShownAsSuch) {
  const std::string picture = PictureOf(SceneTrace(Scene::kOwnLimits));
  EXPECT_THAT(picture, HasSubstr("after 606 ms"));
  EXPECT_THAT(picture, HasSubstr(">answer<"));
  EXPECT_THAT(PictureOf(Story::kSaved), Not(HasSubstr(">answer<")));
}

TEST(TracePictureTest, LegendExplainsEveryColor) {
  const std::string picture = PictureOf(Story::kSaved);
  for (const std::string entry :
       {"successful attempt", "failed attempt", "wait before a retry",
        "request at a service", "request that failed"}) {
    EXPECT_THAT(picture, HasSubstr(entry));
  }
}

TEST(TracePictureTest, ShortRequestsCanBeSeen) {
  Span root = MakeSpan(1, 0, Span::SPAN_KIND_SERVER, 0, 1'000'000'000);
  TraceRequest request = RequestOf(root, "edge");
  request.MergeFrom(
      RequestOf(MakeSpan(2, 1, Span::SPAN_KIND_SERVER, 5, 6), "store"));
  const std::string picture = PictureOf(request);
  const size_t lane = picture.rfind("<rect class=\"server\"");
  EXPECT_THAT(picture.substr(lane, 90), HasSubstr("width=\"6.0\""));
}

TEST(TracePictureTest, TextOfASenderIsEscaped) {
  const std::string attack = "</title><script>alert(1)</script>&\"'";
  Span span = MakeSpan(1, 0, Span::SPAN_KIND_SERVER, 0, 100);
  span.set_name(attack);
  PutText(span, "rpc.method", attack);
  const std::string picture = PictureOf(RequestOf(span, attack));
  EXPECT_THAT(picture, Not(HasSubstr("<script")));
  EXPECT_THAT(picture, HasSubstr("&lt;script&gt;"));
}

TEST(TracePictureTest, OddTimesStillMakeAPicture) {
  // Ends before it starts, takes no time, or takes the maximum of time.
  for (const uint64_t end : {uint64_t{0}, uint64_t{5}, ~uint64_t{0}}) {
    EXPECT_THAT(
        PictureOf(RequestOf(MakeSpan(1, 0, Span::SPAN_KIND_SERVER, 5, end))),
        HasSubstr("</svg>"));
  }
}

}  // namespace
}  // namespace baton::traceview
