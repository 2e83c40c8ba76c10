// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "docs/generate/policy_reference.h"

#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"

namespace baton {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::FileDescriptor;
using google::protobuf::SourceLocation;

constexpr char kHead[] =
    R"(# Policy reference

This page describes every field of a policy.
`./bazelw run //docs/generate:policy_reference` generates it from the comments
in [policy.proto](../proto/baton/v1/policy.proto). [Policies](policy.md)
explains how to write, merge, check and reload a policy.

)";

// Returns the comment above a declaration, without the "// " of each line.
template <typename Declaration>
std::string CommentOf(const Declaration& declaration) {
  SourceLocation location;
  if (!declaration.GetSourceLocation(&location)) return "";
  std::vector<std::string> lines =
      absl::StrSplit(location.leading_comments, '\n');
  for (std::string& line : lines) {
    line = std::string(absl::StripPrefix(line, " "));
  }
  return std::string(absl::StripAsciiWhitespace(absl::StrJoin(lines, "\n")));
}

// Returns a comment as the text of a list item.
std::string Indented(const std::string& comment) {
  return absl::StrReplaceAll(comment, {{"\n", "\n  "}});
}

// Returns a comment as paragraphs. Indented lines become a code block.
std::string Paragraphs(const std::string& comment) {
  std::string text;
  bool in_example = false;
  for (absl::string_view line : absl::StrSplit(comment, '\n')) {
    const bool is_example = absl::StartsWith(line, "  ");
    if (is_example != in_example) {
      absl::StrAppend(&text, is_example ? "\n```\n" : "```\n\n");
      in_example = is_example;
    }
    absl::StrAppend(&text, is_example ? line.substr(2) : line, "\n");
  }
  if (in_example) absl::StrAppend(&text, "```\n");
  return text;
}

std::string LinkTo(absl::string_view name) {
  return absl::StrCat("[`", name, "`](#", absl::AsciiStrToLower(name), ")");
}

std::string TypeOf(const FieldDescriptor& field) {
  const std::string type = field.message_type() != nullptr
                               ? LinkTo(field.message_type()->name())
                           : field.enum_type() != nullptr
                               ? LinkTo(field.enum_type()->name())
                               : absl::StrCat("`", field.type_name(), "`");
  return field.is_repeated() ? absl::StrCat("list of ", type) : type;
}

void Describe(const EnumDescriptor& type, std::string& page) {
  const std::string about = CommentOf(type);
  absl::StrAppend(&page, "### ", type.name(), "\n\n");
  if (!about.empty()) absl::StrAppend(&page, Paragraphs(about), "\n");
  for (int i = 0; i < type.value_count(); ++i) {
    const EnumValueDescriptor& value = *type.value(i);
    const std::string comment = CommentOf(value);
    absl::StrAppend(&page, "- `", value.name(), "`",
                    comment.empty() ? "" : ": ", Indented(comment), "\n");
  }
  absl::StrAppend(&page, "\n");
}

void Describe(const Descriptor& message, std::string& page) {
  absl::StrAppend(&page, "## ", message.name(), "\n\n",
                  Paragraphs(CommentOf(message)), "\n");
  for (int i = 0; i < message.field_count(); ++i) {
    const FieldDescriptor& field = *message.field(i);
    absl::StrAppend(&page, "- **`", field.name(), "`** (", TypeOf(field),
                    ").\n  ", Indented(CommentOf(field)), "\n");
  }
  if (message.field_count() > 0) absl::StrAppend(&page, "\n");
  for (int i = 0; i < message.enum_type_count(); ++i) {
    Describe(*message.enum_type(i), page);
  }
}

// Calls `use` with the only file of a descriptor set.
template <typename Use>
absl::Status WithPolicyProto(const std::string& descriptor_set, Use use) {
  google::protobuf::FileDescriptorSet set;
  if (!set.ParseFromString(descriptor_set) || set.file_size() != 1) {
    return absl::InvalidArgumentError("not the descriptor set of one file");
  }
  google::protobuf::DescriptorPool pool;
  const FileDescriptor* file = pool.BuildFile(set.file(0));
  if (file == nullptr) return absl::InvalidArgumentError("bad descriptor set");
  use(*file);
  return absl::OkStatus();
}

// Returns the default that a comment gives: "3" for "Attempts. Default: 3.", ""
// if there is none.
std::string DefaultIn(absl::string_view comment) {
  constexpr absl::string_view kMark = "Default: ";
  const std::string flat = absl::StrReplaceAll(comment, {{"\n", " "}});
  const std::size_t at = flat.rfind(kMark.data());
  if (at == std::string::npos) return "";
  return std::string(absl::StripSuffix(
      absl::string_view(flat).substr(at + kMark.size()), "."));
}

}  // namespace

absl::StatusOr<std::string> PolicyReference(const std::string& descriptor_set) {
  std::string page = kHead;
  const absl::Status status =
      WithPolicyProto(descriptor_set, [&page](const FileDescriptor& file) {
        for (int i = 0; i < file.message_type_count(); ++i) {
          Describe(*file.message_type(i), page);
        }
      });
  if (!status.ok()) return status;
  return absl::StrCat(absl::StripTrailingAsciiWhitespace(page), "\n");
}

absl::StatusOr<std::map<std::string, std::string>> PolicyDefaults(
    const std::string& descriptor_set) {
  std::map<std::string, std::string> defaults;
  const absl::Status status =
      WithPolicyProto(descriptor_set, [&defaults](const FileDescriptor& file) {
        for (int i = 0; i < file.message_type_count(); ++i) {
          const Descriptor& message = *file.message_type(i);
          for (int j = 0; j < message.field_count(); ++j) {
            const FieldDescriptor& field = *message.field(j);
            const std::string value = DefaultIn(CommentOf(field));
            if (value.empty()) continue;
            defaults[absl::StrCat(message.name(), ".", field.name())] = value;
          }
        }
      });
  if (!status.ok()) return status;
  return defaults;
}

}  // namespace baton
