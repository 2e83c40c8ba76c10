// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/baton_policy/advise/policy_patch.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "baton/v1/policy.pb.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/text_format.h"
#include "tools/baton_policy/advise/line_edits.h"

namespace baton::tools {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::TextFormat;
using ParseInfoTree = TextFormat::ParseInfoTree;

// A line and a byte in it, from 0.
struct Place {
  std::size_t line;
  std::size_t byte;
};

// A tab moves the column of a position to the next multiple of this.
constexpr std::size_t kTab = 8;

// `line_from_0` and `column_from_0` are from protobuf.
Place PlaceOf(int line_from_0, int column_from_0, const LineEdits& edits) {
  const auto line = static_cast<std::size_t>(line_from_0);
  const auto wanted = static_cast<std::size_t>(column_from_0);
  const std::string& text = edits.Line(line);
  std::size_t column = 0;
  std::size_t byte = 0;
  for (; byte < text.size() && column < wanted; ++byte) {
    column = text[byte] == '\t' ? (column / kTab + 1) * kTab : column + 1;
  }
  return {line, byte};
}

// Finds the next of some characters at a place or behind it. A comment that has
// one of them makes the patch invalid. The caller checks the patched policy.
bool FindNext(absl::string_view wanted, const LineEdits& edits, Place& place) {
  for (; place.line < edits.size(); ++place.line, place.byte = 0) {
    const std::size_t found = absl::string_view(edits.Line(place.line))
                                  .find_first_of(wanted, place.byte);
    if (found == absl::string_view::npos) continue;
    place.byte = found;
    return true;
  }
  return false;
}

std::string Indent(const std::string& line) {
  return line.substr(0, line.find_first_not_of(" \t"));
}

// Inserts a field as the first field of the message that begins here.
void InsertInto(Place message, const std::string& field, LineEdits& edits) {
  if (!FindNext("{<", edits, message)) return;
  const std::string& line = edits.Line(message.line);
  const bool ends_line =
      line.find_first_not_of(" \t\r", message.byte + 1) == std::string::npos;
  if (ends_line) {
    edits.InsertAfter(message.line, absl::StrCat(Indent(line), "  ", field));
  } else {
    edits.Replace(message.line, message.byte + 1, 0, absl::StrCat(" ", field));
  }
}

// Replaces the string of the field that begins here.
void ReplaceValue(Place field, const std::string& text, LineEdits& edits) {
  if (!FindNext("\"'", edits, field)) return;
  const std::string& line = edits.Line(field.line);
  const std::size_t end = line.find(line[field.byte], field.byte + 1);
  if (end == std::string::npos) return;
  edits.Replace(field.line, field.byte, end + 1 - field.byte, text);
}

std::string FieldText(const FieldChange& change) {
  return absl::StrCat(change.field, ": ", change.value);
}

// The fields of one section, in one line.
std::string SectionText(const std::string& section,
                        const std::vector<FieldChange>& fields) {
  std::string text = absl::StrCat(section, " {");
  for (const FieldChange& change : fields) {
    if (change.section == section) {
      absl::StrAppend(&text, " ", FieldText(change));
    }
  }
  return text + " }";
}

std::vector<std::string> Sections(const std::vector<FieldChange>& fields) {
  std::vector<std::string> sections;
  for (const FieldChange& change : fields) {
    if (std::find(sections.begin(), sections.end(), change.section) ==
        sections.end()) {
      sections.push_back(change.section);
    }
  }
  return sections;
}

// The place of a field in the text. nullopt if the text does not have it.
std::optional<Place> Find(const ParseInfoTree& tree, const Descriptor& message,
                          const std::string& name, const LineEdits& edits) {
  const FieldDescriptor* const field = message.FindFieldByName(name);
  if (field == nullptr) return std::nullopt;
  const int index = field->is_repeated() ? 0 : -1;
  const auto location = tree.GetLocation(field, index);
  if (location.line < 0) return std::nullopt;
  return PlaceOf(location.line, location.column, edits);
}

// The entry of a policy that names a method.
struct Entry {
  Place place;
  const ParseInfoTree* tree;
  int names;
};

void ChangeEntry(const Entry& entry, const std::vector<FieldChange>& fields,
                 LineEdits& edits) {
  const Descriptor& type = *v1::MethodPolicy::descriptor();
  for (const std::string& section : Sections(fields)) {
    const std::optional<Place> place = Find(*entry.tree, type, section, edits);
    if (!place.has_value()) {
      InsertInto(entry.place, SectionText(section, fields), edits);
      continue;
    }
    const FieldDescriptor* const field = type.FindFieldByName(section);
    const ParseInfoTree& nested = *entry.tree->GetTreeForNested(field, -1);
    for (const FieldChange& change : fields) {
      if (change.section != section) continue;
      const std::optional<Place> old =
          Find(nested, *field->message_type(), change.field, edits);
      if (old.has_value()) {
        ReplaceValue(*old, change.value, edits);
      } else {
        InsertInto(*place, FieldText(change), edits);
      }
    }
  }
}

// The service and the method of "/shop.v1.Inventory/Get".
std::pair<std::string, std::string> Split(absl::string_view method) {
  return absl::StrSplit(absl::StripPrefix(method, "/"),
                        absl::MaxSplits('/', 1));
}

void AppendEntry(const MethodChange& change, LineEdits& edits) {
  const auto [service, method] = Split(change.method);
  edits.Append("methods {");
  edits.Append(absl::StrCat("  name { service: \"", service, "\" method: \"",
                            method, "\" }"));
  for (const std::string& section : Sections(change.fields)) {
    edits.Append(absl::StrCat("  ", SectionText(section, change.fields)));
  }
  edits.Append("}");
}

std::optional<Entry> FindEntry(const v1::Policy& policy,
                               const ParseInfoTree& tree,
                               absl::string_view method,
                               const LineEdits& edits) {
  const auto wanted = Split(method);
  const FieldDescriptor* const methods =
      v1::Policy::descriptor()->FindFieldByName("methods");
  for (int i = 0; i < policy.methods_size(); ++i) {
    for (const v1::MethodName& name : policy.methods(i).name()) {
      if (name.service() != wanted.first || name.method() != wanted.second) {
        continue;
      }
      const auto location = tree.GetLocation(methods, i);
      return Entry{PlaceOf(location.line, location.column, edits),
                   tree.GetTreeForNested(methods, i),
                   policy.methods(i).name_size()};
    }
  }
  return std::nullopt;
}

}  // namespace

PatchedPolicy PatchPolicy(absl::string_view text, absl::string_view file,
                          const std::vector<MethodChange>& changes) {
  v1::Policy policy;
  ParseInfoTree tree;
  TextFormat::Parser parser;
  parser.WriteLocationsTo(&tree);
  parser.AllowPartialMessage(true);
  LineEdits edits(text);
  PatchedPolicy patched;
  if (!parser.ParseFromString(std::string(text), &policy)) {
    patched.text = edits.Text();
    return patched;
  }
  for (const MethodChange& change : changes) {
    const auto entry = FindEntry(policy, tree, change.method, edits);
    if (!entry.has_value()) {
      AppendEntry(change, edits);
    } else if (entry->names == 1) {
      ChangeEntry(*entry, change.fields, edits);
    } else {
      patched.shared.push_back(change.method);
    }
  }
  patched.text = edits.Text();
  patched.diff = edits.Diff(file);
  return patched;
}

}  // namespace baton::tools
