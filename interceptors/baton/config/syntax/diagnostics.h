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

// Where something stands in a file, counted from 1. Zero: nowhere.
struct Position {
  int line = 0;
  int column = 0;
};

// Where each field of a file was set, by its path ("methods[3].retry").
class PositionMap {
 public:
  void Record(absl::string_view path, Position position);

  // Of the field, or of the innermost field around it that the file has.
  Position Find(absl::string_view path) const;

 private:
  absl::flat_hash_map<std::string, Position> positions_;
};

// Collects all that is to be said about a file: errors, for which it is
// refused, and notes, for which it is not.
class Diagnostics {
 public:
  // What is beyond this many errors is counted and not kept: no file has so
  // many that anybody would read.
  static constexpr int kLimit = 100;

  // `path` may be empty. The same error at the same path is kept once.
  void Error(Position position, absl::string_view path,
             absl::string_view message);
  void Note(Position position, absl::string_view path,
            absl::string_view message);

  bool ok() const { return errors_.empty(); }
  // Further errors are only counted, so their words need no effort.
  bool full() const { return errors_.size() >= kLimit; }

  // "FILE:LINE:COLUMN: path: message", in the order of the file.
  std::vector<std::string> Errors(absl::string_view file) const;
  std::vector<std::string> Notes(absl::string_view file) const;

  // OK, or INVALID_ARGUMENT with "FILE: 2 errors" and one line for each.
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
