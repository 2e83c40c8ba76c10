// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/syntax/json_object.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "baton/config/syntax/nearest_name.h"
#include "baton/config/syntax/scalar_value.h"

namespace baton::config {
namespace {

using Kind = SyntaxNode::Kind;

// Parses digits, an optional fraction of up to nine digits, and "s".
std::optional<absl::Duration> ParseSeconds(absl::string_view text) {
  constexpr std::size_t kMaxFraction = 9;
  if (text.size() < 2 || text.back() != 's') return std::nullopt;
  const absl::string_view number = text.substr(0, text.size() - 1);
  const std::size_t dot = number.find('.');
  const absl::string_view whole = number.substr(0, dot);
  const absl::string_view fraction =
      dot == absl::string_view::npos ? "" : number.substr(dot + 1);
  const auto digits = [](absl::string_view part) {
    return std::all_of(part.begin(), part.end(), [](char c) {
      return absl::ascii_isdigit(static_cast<unsigned char>(c));
    });
  };
  absl::Duration parsed;
  // More digits exceed the limit of protobuf, ten thousand years.
  if (whole.empty() || whole.size() > 12 || fraction.size() > kMaxFraction ||
      !digits(whole) || !digits(fraction) ||
      !absl::ParseDuration(text, &parsed)) {
    return std::nullopt;
  }
  return parsed;
}

}  // namespace

JsonObject::JsonObject(const SyntaxNode& node, std::string path,
                       Diagnostics& diagnostics)
    : node_(&node), path_(std::move(path)), diagnostics_(&diagnostics) {
  if (node.kind != Kind::kObject) {
    diagnostics.Error(node.position, path_,
                      absl::StrCat("must be an object, got ", Describe(node)));
  }
  absl::flat_hash_set<absl::string_view> seen;
  for (const SyntaxNode::Member& member : node.members) {
    if (!seen.insert(member.name).second) {
      diagnostics.Error(member.position, PathOf(member.name), "is given twice");
    }
  }
}

std::string JsonObject::PathOf(absl::string_view name) const {
  return absl::StrCat(path_, path_.empty() || name.empty() ? "" : ".", name);
}

Position JsonObject::PositionOf(absl::string_view name) const {
  name = name.substr(0, name.find('['));
  for (const SyntaxNode::Member& member : node_->members) {
    if (member.name == name) return member.position;
  }
  return node_->position;
}

void JsonObject::Error(absl::string_view name,
                       absl::string_view message) const {
  diagnostics_->Error(PositionOf(name), PathOf(name), message);
}

void JsonObject::Note(absl::string_view name, absl::string_view message) const {
  diagnostics_->Note(PositionOf(name), PathOf(name), message);
}

std::string JsonObject::Got(absl::string_view name) const {
  const SyntaxNode* value = Find(name);
  return value == nullptr ? "" : absl::StrCat(", got ", Describe(*value));
}

const SyntaxNode* JsonObject::Find(absl::string_view name) const {
  for (const SyntaxNode::Member& member : node_->members) {
    if (member.name == name && member.value.kind != Kind::kNull) {
      return &member.value;
    }
  }
  return nullptr;
}

std::optional<int> JsonObject::Int(absl::string_view name) const {
  const SyntaxNode* value = Find(name);
  if (value == nullptr) return std::nullopt;
  const std::optional<int32_t> number = AsInt32(*value, Syntax::kJson);
  if (!number) {
    Error(name, absl::StrCat("must be a whole number, got ", Describe(*value)));
  }
  return number;
}

std::optional<double> JsonObject::Number(absl::string_view name) const {
  const SyntaxNode* value = Find(name);
  if (value == nullptr) return std::nullopt;
  const std::optional<double> number = AsDouble(*value, Syntax::kJson);
  if (!number) {
    Error(name, absl::StrCat("must be a number, got ", Describe(*value)));
  }
  return number;
}

std::optional<bool> JsonObject::Bool(absl::string_view name) const {
  const SyntaxNode* value = Find(name);
  if (value == nullptr) return std::nullopt;
  const std::optional<bool> flag = AsBool(*value, Syntax::kJson);
  if (!flag) {
    Error(name, absl::StrCat("must be true or false, got ", Describe(*value)));
  }
  return flag;
}

std::string JsonObject::String(absl::string_view name) const {
  const SyntaxNode* value = Find(name);
  if (value == nullptr) return "";
  if (value->kind == Kind::kString) return value->text;
  Error(name, absl::StrCat("must be a string, got ", Describe(*value)));
  return "";
}

std::optional<absl::Duration> JsonObject::Duration(
    absl::string_view name) const {
  const SyntaxNode* value = Find(name);
  if (value == nullptr) return std::nullopt;
  std::optional<absl::Duration> duration;
  if (value->kind == Kind::kString) duration = ParseSeconds(value->text);
  if (!duration) {
    Error(name, absl::StrCat("must be a duration in seconds such as \"1.5s\", "
                             "got ",
                             Describe(*value)));
  }
  return duration;
}

std::optional<JsonObject> JsonObject::Object(absl::string_view name) const {
  const SyntaxNode* value = Find(name);
  if (value == nullptr) return std::nullopt;
  return JsonObject(*value, PathOf(name), *diagnostics_);
}

std::vector<JsonObject> JsonObject::Objects(absl::string_view name) const {
  std::vector<JsonObject> objects;
  for (const SyntaxNode& item : List(name)) {
    objects.emplace_back(item,
                         absl::StrCat(PathOf(name), "[", objects.size(), "]"),
                         *diagnostics_);
  }
  return objects;
}

const std::vector<SyntaxNode>& JsonObject::List(absl::string_view name) const {
  static const auto* const kNone = new std::vector<SyntaxNode>();
  const SyntaxNode* value = Find(name);
  if (value == nullptr) return *kNone;
  if (value->kind != Kind::kList) {
    Error(name, absl::StrCat("must be a list, got ", Describe(*value)));
  }
  return value->items;
}

void JsonObject::NoteOthers(absl::Span<const absl::string_view> known) const {
  int noted = 0;
  for (const SyntaxNode::Member& member : node_->members) {
    if (std::find(known.begin(), known.end(), member.name) != known.end()) {
      continue;
    }
    // Further notes would not be kept.
    if (++noted > Diagnostics::kLimit) return;
    diagnostics_->Note(
        member.position, PathOf(member.name),
        absl::StrCat("unknown field, ignored as in gRPC",
                     DidYouMean(member.name, {known.begin(), known.end()})));
  }
}

}  // namespace baton::config
