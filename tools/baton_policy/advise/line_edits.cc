// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/baton_policy/advise/line_edits.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace baton::tools {
namespace {

// The unchanged lines around a change in a diff.
constexpr std::size_t kContext = 3;

void AppendLine(std::string& text, absl::string_view mark,
                absl::string_view line) {
  absl::StrAppend(&text, mark, line, "\n");
}

// The position of a hunk: its first line, from 1, and the number of its lines.
std::string Range(std::size_t first, std::size_t count) {
  return absl::StrCat(count == 0 ? first - 1 : first, ",", count);
}

}  // namespace

LineEdits::LineEdits(absl::string_view text)
    : ends_with_break_(text.empty() || absl::ConsumeSuffix(&text, "\n")) {
  if (text.empty()) return;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    lines_.push_back({std::string(line), {}, {}});
  }
}

void LineEdits::Replace(std::size_t line, std::size_t byte, std::size_t length,
                        std::string by) {
  lines_[line].replacements.push_back({byte, length, std::move(by)});
}

void LineEdits::InsertAfter(std::size_t line, std::string added) {
  lines_[line].inserted.push_back(std::move(added));
}

bool LineEdits::OneLine::IsChanged() const {
  return !replacements.empty() || !inserted.empty();
}

std::string LineEdits::OneLine::Now() const {
  std::vector<Replacement> from_right = replacements;
  std::stable_sort(from_right.begin(), from_right.end(),
                   [](const Replacement& left, const Replacement& right) {
                     return left.byte > right.byte;
                   });
  std::string now = before;
  for (const Replacement& one : from_right) {
    now.replace(one.byte, one.length, one.by);
  }
  return now;
}

std::string LineEdits::Text() const {
  std::vector<std::string> all;
  for (const OneLine& line : lines_) {
    all.push_back(line.Now());
    all.insert(all.end(), line.inserted.begin(), line.inserted.end());
  }
  all.insert(all.end(), appended_.begin(), appended_.end());
  std::string text;
  for (const std::string& line : all) AppendLine(text, "", line);
  if (!ends_with_break_ && appended_.empty() && !text.empty()) text.pop_back();
  return text;
}

std::string LineEdits::Diff(absl::string_view file) const {
  // Changes whose contexts touch share a hunk.
  std::string diff;
  std::size_t added_before = 0;
  const std::size_t end = lines_.size();
  std::size_t next = 0;
  while (next < end || !appended_.empty()) {
    while (next < end && !lines_[next].IsChanged()) ++next;
    if (next == end && appended_.empty()) break;
    const std::size_t first = next - std::min(next, kContext);
    std::size_t last = next;  // the first line behind the hunk
    for (; next < end && next < last + 2 * kContext + 1; ++next) {
      if (lines_[next].IsChanged()) last = next + 1;
    }
    const bool appends = next == end && !appended_.empty();
    last = appends ? end : std::min(last + kContext, end);
    std::string body;
    std::size_t added = 0;
    for (std::size_t i = first; i < last; ++i) {
      const OneLine& line = lines_[i];
      const bool is_last = i + 1 == end;
      const bool breaks = is_last && !ends_with_break_;
      // A last line without a line break changes when lines follow.
      const bool gains_break =
          breaks && (!appended_.empty() || !line.inserted.empty());
      if (line.replacements.empty() && !gains_break) {
        AppendLine(body, " ", line.before);
        if (breaks) AppendLine(body, "\\ ", "No newline at end of file");
      } else {
        AppendLine(body, "-", line.before);
        if (breaks) AppendLine(body, "\\ ", "No newline at end of file");
        AppendLine(body, "+", line.Now());
        if (breaks && !gains_break) {
          AppendLine(body, "\\ ", "No newline at end of file");
        }
      }
      for (const std::string& one : line.inserted) AppendLine(body, "+", one);
      added += line.inserted.size();
    }
    if (appends) {
      for (const std::string& one : appended_) AppendLine(body, "+", one);
      added += appended_.size();
    }
    const std::size_t count = last - first;
    absl::StrAppend(&diff, "@@ -", Range(first + 1, count), " +",
                    Range(first + added_before + 1, count + added), " @@\n",
                    body);
    added_before += added;
    next = last;
    if (appends) break;
  }
  if (diff.empty()) return diff;
  return absl::StrCat("--- ", file, "\n+++ ", file, "\n", diff);
}

}  // namespace baton::tools
