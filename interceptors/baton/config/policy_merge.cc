// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/policy_merge.h"

#include <string>
#include <vector>

#include "google/protobuf/descriptor.h"

namespace baton::config {
namespace {

using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;
using ::google::protobuf::Reflection;

// Returns whether the field is one value, even if it has several parts. An
// owner that is merged from two entries would be an owner that no author wrote.
bool IsOneValue(const FieldDescriptor& field) {
  return field.is_repeated() || field.message_type() == nullptr ||
         field.message_type() == v1::Owner::descriptor();
}

// Clears in `into` what `from` replaces. The merge of protobuf, which appends
// to lists, then does the rest.
void ClearReplaced(const Message& from, Message& into) {
  const Reflection& reflection = *from.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(from, &fields);
  for (const FieldDescriptor* field : fields) {
    if (IsOneValue(*field)) {
      reflection.ClearField(&into, field);
    } else {
      ClearReplaced(reflection.GetMessage(from, field),
                    *reflection.MutableMessage(&into, field));
    }
  }
}

bool Sets(const Message& message, absl::string_view path) {
  const std::size_t end = path.find_first_of(".[");
  const FieldDescriptor* field = message.GetDescriptor()->FindFieldByName(
      std::string(path.substr(0, end)));
  if (field == nullptr) return false;
  const Reflection& reflection = *message.GetReflection();
  if (field->is_repeated()) return reflection.FieldSize(message, field) > 0;
  if (!reflection.HasField(message, field)) return false;
  if (IsOneValue(*field) || end == absl::string_view::npos) return true;
  return Sets(reflection.GetMessage(message, field), path.substr(end + 1));
}

}  // namespace

void MergeEntry(const v1::MethodPolicy& from, v1::MethodPolicy& into) {
  v1::MethodPolicy values = from;
  values.clear_name();
  ClearReplaced(values, into);
  into.MergeFrom(values);
}

bool SetsField(const v1::MethodPolicy& entry, absl::string_view path) {
  return Sets(entry, path);
}

}  // namespace baton::config
