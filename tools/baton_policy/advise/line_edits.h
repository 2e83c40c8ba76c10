// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_BATON_POLICY_ADVISE_LINE_EDITS_H_
#define BATON_TOOLS_BATON_POLICY_ADVISE_LINE_EDITS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace baton::tools {

// A text, and changes of single places in it. All places are places
// in the original text. Lines and bytes count from 0.
class LineEdits {
 public:
  explicit LineEdits(absl::string_view text);

  // The line as it was.
  const std::string& Line(std::size_t line) const {
    return lines_[line].before;
  }
  std::size_t size() const { return lines_.size(); }

  // Replaces `length` bytes of a line. Places of one line must not overlap.
  void Replace(std::size_t line, std::size_t byte, std::size_t length,
               std::string by);
  // Adds a line after this line, behind earlier added lines.
  void InsertAfter(std::size_t line, std::string added);
  // Adds a line at the end.
  void Append(std::string added) { appended_.push_back(std::move(added)); }

  std::string Text() const;
  // Returns the changes as a unified diff. Empty if there are none.
  std::string Diff(absl::string_view file) const;

 private:
  struct Replacement {
    std::size_t byte;
    std::size_t length;
    std::string by;
  };
  struct OneLine {
    std::string before;
    std::vector<Replacement> replacements;
    std::vector<std::string> inserted;

    bool IsChanged() const;
    std::string Now() const;
  };

  // The text without its last line break, and whether it had one.
  std::vector<OneLine> lines_;
  bool ends_with_break_;
  std::vector<std::string> appended_;
};

}  // namespace baton::tools

#endif  // BATON_TOOLS_BATON_POLICY_ADVISE_LINE_EDITS_H_
