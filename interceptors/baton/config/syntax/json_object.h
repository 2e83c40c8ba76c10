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

// One object of a JSON document that has no proto here, read field by field.
// A field that is absent or null reads as nothing; one of the wrong type is
// reported and reads as nothing too. Refers to the node and the diagnostics.
class JsonObject {
 public:
  // Reports a node that is no object, and fields that come twice.
  JsonObject(const SyntaxNode& node, std::string path,
             Diagnostics& diagnostics);

  const std::string& path() const { return path_; }
  Position position() const { return node_->position; }

  // Null if it is absent.
  const SyntaxNode* Find(absl::string_view name) const;

  std::optional<int> Int(absl::string_view name) const;
  std::optional<double> Number(absl::string_view name) const;
  std::optional<bool> Bool(absl::string_view name) const;
  std::string String(absl::string_view name) const;
  // A google.protobuf.Duration: "1.5s".
  std::optional<absl::Duration> Duration(absl::string_view name) const;
  std::optional<JsonObject> Object(absl::string_view name) const;
  std::vector<JsonObject> Objects(absl::string_view name) const;
  // The elements of a list, of whatever type.
  const std::vector<SyntaxNode>& List(absl::string_view name) const;

  // Notes each field that is not `known`, with the nearest name that is.
  void NoteOthers(absl::Span<const absl::string_view> known) const;

  // About a field, or about the object if `name` is empty.
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
