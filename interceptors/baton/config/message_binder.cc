// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/message_binder.h"

#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "baton/config/syntax/nearest_name.h"
#include "baton/config/syntax/scalar_value.h"
#include "google/protobuf/descriptor.h"

namespace baton::config {
namespace {

using ::google::protobuf::Descriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;
using ::google::protobuf::Reflection;

// The search depth for a field that was written at too high a level.
constexpr int kSearchDepth = 3;

const FieldDescriptor* FindField(const Descriptor& type, Syntax syntax,
                                 const std::string& name) {
  const FieldDescriptor* field = type.FindFieldByName(name);
  if (field != nullptr || syntax == Syntax::kText) return field;
  for (int i = 0; i < type.field_count(); ++i) {
    if (type.field(i)->json_name() == name) return type.field(i);
  }
  return nullptr;
}

// Returns the path of a field with this name inside `type`, such as
// "classifier.retryable_codes".
std::string FindDeeper(const Descriptor& type, Syntax syntax,
                       const std::string& name, int depth) {
  for (int i = 0; depth > 0 && i < type.field_count(); ++i) {
    const FieldDescriptor* field = type.field(i);
    const Descriptor* inner = field->message_type();
    if (inner == nullptr || field->is_repeated()) continue;
    if (const auto* found = FindField(*inner, syntax, name)) {
      return absl::StrCat(field->name(), ".", found->name());
    }
    const std::string deeper = FindDeeper(*inner, syntax, name, depth - 1);
    if (!deeper.empty()) return absl::StrCat(field->name(), ".", deeper);
  }
  return "";
}

// Names that other retry libraries use, and the field with the same meaning.
struct Synonym {
  absl::string_view name;
  const char* field;
};

constexpr Synonym kSynonyms[] = {
    {"timeout", "default_timeout"},
    {"deadline_timeout", "default_timeout"},
    {"retries", "max_attempts"},
    {"max_retries", "max_attempts"},
    {"num_retries", "max_attempts"},
    {"attempts", "max_attempts"},
    {"retry_policy", "retry"},
    {"retry_codes", "retryable_codes"},
    {"retry_on", "retryable_codes"},
    {"retryable_status_codes", "retryable_codes"},
    {"per_try_timeout", "attempt_timeout"},
    {"per_attempt_timeout", "attempt_timeout"},
    {"per_attempt_recv_timeout", "attempt_timeout"},
    {"initial_backoff", "initial"},
    {"max_backoff", "max"},
    {"backoff_multiplier", "multiplier"},
    {"hedging_policy", "hedge"},
    {"hedging_delay", "delay"},
    {"listener", "inbound_grant"},
    {"throttled_backoff", "throttled"},
    {"error_reasons", "rules"},
};

// Returns the path of the field inside `type` that has the meaning of `name`,
// or "".
std::string FindSynonym(const Descriptor& type, const std::string& name) {
  for (const Synonym& synonym : kSynonyms) {
    if (NearestName(name, {synonym.name}).empty()) continue;
    if (type.FindFieldByName(synonym.field) != nullptr) return synonym.field;
    std::string deeper =
        FindDeeper(type, Syntax::kText, synonym.field, kSearchDepth);
    if (!deeper.empty()) return deeper;
  }
  return "";
}

std::string UnknownField(const Descriptor& type, Syntax syntax,
                         const std::string& name) {
  if (type.full_name() == "baton.v1.Policy" &&
      (name == "methodConfig" || name == "retryThrottling" ||
       absl::StartsWith(name, "loadBalancing"))) {
    return "unknown field; this looks like a gRPC service config: set the "
           "format to service_config";
  }
  std::vector<absl::string_view> names;
  names.reserve(type.field_count());
  for (int i = 0; i < type.field_count(); ++i) {
    names.emplace_back(type.field(i)->name());
  }
  const std::string near = DidYouMean(name, names);
  if (!near.empty()) return absl::StrCat("unknown field", near);
  std::string deeper = FindDeeper(type, syntax, name, kSearchDepth);
  if (deeper.empty()) deeper = FindSynonym(type, name);
  if (deeper.empty()) return "unknown field";
  return absl::StrCat("unknown field; did you mean ", deeper, "?");
}

class Binder {
 public:
  Binder(Syntax syntax, PositionMap& positions, Diagnostics& diagnostics)
      : syntax_(syntax), positions_(positions), diagnostics_(diagnostics) {}

  void BindObject(const SyntaxNode& node, const std::string& path,
                  Message& message) {
    if (node.kind != SyntaxNode::Kind::kObject) {
      diagnostics_.Error(
          node.position, path,
          absl::StrCat("must be a message in braces, got ", Describe(node)));
      return;
    }
    absl::flat_hash_map<const FieldDescriptor*, Position> seen;
    for (const SyntaxNode::Member& member : node.members) {
      BindMember(member, path, message, seen);
    }
  }

 private:
  using Seen = absl::flat_hash_map<const FieldDescriptor*, Position>;

  void BindMember(const SyntaxNode::Member& member, const std::string& path,
                  Message& message, Seen& seen) {
    const Descriptor& type = *message.GetDescriptor();
    const FieldDescriptor* field = FindField(type, syntax_, member.name);
    const std::string field_path =
        absl::StrCat(path, path.empty() ? "" : ".",
                     field != nullptr ? field->name() : member.name);
    if (field == nullptr) {
      diagnostics_.Error(member.position, field_path,
                         diagnostics_.full()
                             ? "unknown field"
                             : UnknownField(type, syntax_, member.name));
      return;
    }
    const auto [first, is_first] = seen.emplace(field, member.position);
    if (!is_first && !(field->is_repeated() && syntax_ == Syntax::kText)) {
      diagnostics_.Error(
          member.position, field_path,
          absl::StrCat("is given twice; first at ", first->second.line, ":",
                       first->second.column));
      return;
    }
    if (member.value.kind == SyntaxNode::Kind::kNull &&
        syntax_ == Syntax::kJson) {
      return;
    }
    positions_.Record(field_path, member.position);
    if (field->is_repeated()) {
      BindRepeated(member.value, *field, field_path, message);
    } else {
      BindOne(member.value, *field, field_path, message);
    }
  }

  void BindRepeated(const SyntaxNode& value, const FieldDescriptor& field,
                    const std::string& path, Message& message) {
    if (value.kind != SyntaxNode::Kind::kList) {
      if (syntax_ == Syntax::kText) {
        return BindElement(value, field, path, message);
      }
      diagnostics_.Error(value.position, path,
                         absl::StrCat("must be a list, got ", Describe(value)));
      return;
    }
    if (value.items.empty()) {
      diagnostics_.Error(value.position, path,
                         "must not be an empty list; leave the field out");
    }
    for (const SyntaxNode& item : value.items) {
      BindElement(item, field, path, message);
    }
  }

  // Numbers elements by their position in the file. An invalid element thus
  // does not change the paths of those after it.
  void BindElement(const SyntaxNode& value, const FieldDescriptor& field,
                   const std::string& path, Message& message) {
    const Reflection& reflection = *message.GetReflection();
    const std::string element = absl::StrCat(
        path, "[",
        field.message_type() != nullptr ? reflection.FieldSize(message, &field)
                                        : element_counts_[path]++,
        "]");
    positions_.Record(element, value.position);
    if (field.message_type() != nullptr) {
      BindObject(value, element, *reflection.AddMessage(&message, &field));
    } else {
      BindScalar(value, field, element, message);
    }
  }

  void BindOne(const SyntaxNode& value, const FieldDescriptor& field,
               const std::string& path, Message& message) {
    if (field.message_type() != nullptr) {
      BindObject(value, path,
                 *message.GetReflection()->MutableMessage(&message, &field));
    } else {
      BindScalar(value, field, path, message);
    }
  }

  void BindScalar(const SyntaxNode& value, const FieldDescriptor& field,
                  const std::string& path, Message& message) {
    const std::string error = SetScalar(value, syntax_, field, message);
    if (!error.empty()) diagnostics_.Error(value.position, path, error);
  }

  const Syntax syntax_;
  PositionMap& positions_;
  Diagnostics& diagnostics_;
  absl::flat_hash_map<std::string, int> element_counts_;
};

}  // namespace

void BindMessage(const SyntaxNode& node, Syntax syntax, Message& message,
                 PositionMap& positions, Diagnostics& diagnostics) {
  Binder(syntax, positions, diagnostics).BindObject(node, "", message);
}

}  // namespace baton::config
