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
