// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/store/recording.h"

#include <sstream>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "gtest/gtest.h"
#include "tests/traceview/trace_building.h"
#include "tools/traceview/store/otlp_json.h"

namespace baton::traceview {
namespace {

absl::StatusOr<int> Read(const std::string& text, TraceStore& store) {
  std::istringstream in(text);
  return ReadRecording(in, store);
}

TEST(RecordingTest, ReadsARequestOnEachLine) {
  TraceStore store;
  const std::string text = *WriteOtlpJson(SmallTrace(1)) + "\n\n" +
                           *WriteOtlpJson(SmallTrace(2)) + "\r\n";
  EXPECT_EQ(Read(text, store).value(), 2);
  EXPECT_EQ(store.Stats().traces, 2u);
}

TEST(RecordingTest, ReadsOneRequestOnManyLines) {
  TraceStore store;
  const std::string text = absl::StrReplaceAll(*WriteOtlpJson(SmallTrace(1)),
                                               {{"{", "{\n"}, {"}", "\n}"}});
  EXPECT_EQ(Read(text, store).value(), 1);
}

TEST(RecordingTest, NamesTheLineOfAnError) {
  TraceStore store;
  const auto result = Read(*WriteOtlpJson(SmallTrace(1)) + "\n{]\n", store);
  ASSERT_FALSE(result.ok());
  EXPECT_TRUE(
      absl::StartsWith(std::string(result.status().message()), "line 2: "))
      << result.status();
  EXPECT_EQ(store.Stats().traces, 1u);
}

TEST(RecordingTest, MissingFileIsAnError) {
  TraceStore store;
  EXPECT_FALSE(OpenRecording("/nowhere/traces.jsonl", store).ok());
}

TEST(RecordingTest, EmptyFileHasNoSpans) {
  TraceStore store;
  EXPECT_EQ(Read("", store).value(), 0);
}

TEST(RecordingTest, SavedRecordingCanBeOpened) {
  TraceStore store;
  store.Add(SmallTrace(1));
  store.Add(SmallTrace(2));
  const std::string path = testing::TempDir() + "/saved.jsonl";
  EXPECT_TRUE(SaveRecording(path, store).ok());
  TraceStore again;
  EXPECT_EQ(*OpenRecording(path, again), 2);
  EXPECT_EQ(again.Stats().traces, 2u);
}

TEST(RecordingTest, ErrorNamesAFileThatCannotBeWritten) {
  TraceStore store;
  store.Add(SmallTrace(1));
  // The first file cannot be opened, and the second not written completely.
  for (const std::string path : {"/nowhere/saved.jsonl", "/dev/full"}) {
    const absl::Status saved = SaveRecording(path, store);
    EXPECT_TRUE(absl::StrContains(saved.message(), path)) << saved;
  }
}

}  // namespace
}  // namespace baton::traceview
