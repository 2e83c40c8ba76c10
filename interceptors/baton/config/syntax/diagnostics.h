// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_SYNTAX_DIAGNOSTICS_H_
#define BATON_CONFIG_SYNTAX_DIAGNOSTICS_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace baton::config {

// A position in a file. Lines and columns start at 1. Line 0 means no position.
struct Position {
  int line = 0;
  int column = 0;
};

// The position of each field in a file, by its path ("methods[3].retry").
class PositionMap {
 public:
  void Record(absl::string_view path, Position position);

  // Returns the position of the field. If the file does not contain the field,
  // returns the position of the innermost field around it.
  Position Find(absl::string_view path) const;

 private:
  absl::flat_hash_map<std::string, Position> positions_;
};

// Collects the messages about a file. A file with errors is invalid. A file
// with only notes is valid.
class Diagnostics {
 public:
  // The maximum number of errors, and of notes, that this object keeps. It only
  // counts further ones, because no reader needs a longer list.
  static constexpr int kLimit = 100;

  // Adds an error. `path` may be empty. If the same message was already added
  // at the same position, does nothing.
  void Error(Position position, absl::string_view path,
             absl::string_view message);
  // Adds a note, in the same way.
  void Note(Position position, absl::string_view path,
            absl::string_view message);

  bool ok() const { return errors_.empty(); }
  // Returns whether this object has stored `kLimit` errors. If so, it only
  // counts further errors, and the caller need not create their text.
  bool full() const { return errors_.size() >= kLimit; }

  // Returns each error as "FILE:LINE:COLUMN: path: message", in the order of
  // the file.
  std::vector<std::string> Errors(absl::string_view file) const;
  // Returns the notes in the same form.
  std::vector<std::string> Notes(absl::string_view file) const;

  // Returns OK, or INVALID_ARGUMENT with "FILE: 2 errors" and one line for each
  // error. If there are more than `kLimit` errors, the last line has
  // the number of errors without a line.
  absl::Status ToStatus(absl::string_view file) const;

 private:
  struct Entry {
    Position position;
    std::string text;
  };

  static void Keep(Position position, absl::string_view path,
                   absl::string_view message, std::vector<Entry>& entries,
                   int& dropped);
  static std::vector<std::string> Lines(absl::string_view file,
                                        std::vector<Entry> entries,
                                        int dropped);

  std::vector<Entry> errors_;
  std::vector<Entry> notes_;
  int dropped_errors_ = 0;
  int dropped_notes_ = 0;
};

}  // namespace baton::config

#endif  // BATON_CONFIG_SYNTAX_DIAGNOSTICS_H_
