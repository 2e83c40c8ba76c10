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
// type, its function reports an error and returns an empty value. Refers to the
// node and the diagnostics. Both must outlive this object.
class JsonObject {
 public:
  // Reports an error if the node is no object, or if a field occurs twice.
  JsonObject(const SyntaxNode& node, std::string path,
             Diagnostics& diagnostics);

  const std::string& path() const { return path_; }
  Position position() const { return node_->position; }

  // Returns null if the field is absent.
  const SyntaxNode* Find(absl::string_view name) const;

  std::optional<int> Int(absl::string_view name) const;
  std::optional<double> Number(absl::string_view name) const;
  std::optional<bool> Bool(absl::string_view name) const;
  std::string String(absl::string_view name) const;
  // Reads a google.protobuf.Duration: "1.5s".
  std::optional<absl::Duration> Duration(absl::string_view name) const;
  std::optional<JsonObject> Object(absl::string_view name) const;
  std::vector<JsonObject> Objects(absl::string_view name) const;
  // Returns the elements of a list, of any type.
  const std::vector<SyntaxNode>& List(absl::string_view name) const;

  // Adds a note for each field that is not in `known`, with the nearest known
  // name.
  void NoteOthers(absl::Span<const absl::string_view> known) const;

  // Returns ", got VALUE" for an error message about a field, or "" if the
  // field is absent.
  std::string Got(absl::string_view name) const;

  // Adds a message about a field, or about the object if `name` is empty.
  void Error(absl::string_view name, absl::string_view message) const;
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
