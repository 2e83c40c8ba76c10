// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_SYNTAX_JSON_OBJECT_H_
#define BATON_CONFIG_SYNTAX_JSON_OBJECT_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "baton/config/syntax/diagnostics.h"
#include "baton/config/syntax/syntax_node.h"

namespace baton::config {

// Reads the fields of a JSON object that has no proto message. If a field is
// absent or null, its function returns an empty value. If a field has the wrong
// type, its function also reports an error. Keeps references to the node and to
// the diagnostics, which must outlive this object.
class JsonObject {
 public:
  // Reports an error if the node is not an object, or if a field occurs twice.
  JsonObject(const SyntaxNode& node, std::string path,
             Diagnostics& diagnostics);

  const std::string& path() const { return path_; }
  Position position() const { return node_->position; }

  // Returns the field, or null if the field is absent or null.
  const SyntaxNode* Find(absl::string_view name) const;

  std::optional<int> Int(absl::string_view name) const;
  std::optional<double> Number(absl::string_view name) const;
  std::optional<bool> Bool(absl::string_view name) const;
  std::string String(absl::string_view name) const;
  // Reads a duration in the JSON form of google.protobuf.Duration: "1.5s".
  std::optional<absl::Duration> Duration(absl::string_view name) const;
  std::optional<JsonObject> Object(absl::string_view name) const;
  std::vector<JsonObject> Objects(absl::string_view name) const;
  // Returns the elements of a list. The elements may have any type.
  const std::vector<SyntaxNode>& List(absl::string_view name) const;

  // Adds a note for each field whose name is not in `known`. The note suggests
  // the nearest known name.
  void NoteOthers(absl::Span<const absl::string_view> known) const;

  // Returns ", got VALUE" for an error message about a field. Returns "" if the
  // field is absent.
  std::string Got(absl::string_view name) const;

  // Adds an error about a field. If `name` is empty, the error is about the
  // object.
  void Error(absl::string_view name, absl::string_view message) const;
  // Adds a note, in the same way.
  void Note(absl::string_view name, absl::string_view message) const;

 private:
  std::string PathOf(absl::string_view name) const;
  Position PositionOf(absl::string_view name) const;

  const SyntaxNode* node_;
  std::string path_;
  Diagnostics* diagnostics_;
};

}  // namespace baton::config

#endif  // BATON_CONFIG_SYNTAX_JSON_OBJECT_H_
