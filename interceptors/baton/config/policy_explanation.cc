// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/policy_explanation.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "baton/config/policy_merge.h"
#include "baton/config/policy_origins.h"
#include "baton/config/policy_writer.h"
#include "baton/core/policy/failure_table.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/text_format.h"

namespace baton::config {
namespace {

using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;
using ::google::protobuf::Reflection;
using ::google::protobuf::TextFormat;

std::string ValueOf(const Message& message, const FieldDescriptor& field) {
  const Reflection& reflection = *message.GetReflection();
  TextFormat::Printer printer;
  printer.SetSingleLineMode(true);
  std::string text;
  if (!field.is_repeated()) {
    if (!reflection.HasField(message, &field)) return "not set";
    printer.PrintFieldValueToString(message, &field, -1, &text);
    return text;
  }
  std::vector<std::string> values;
  for (int i = 0; i < reflection.FieldSize(message, &field); ++i) {
    printer.PrintFieldValueToString(message, &field, i, &text);
    const absl::string_view value = absl::StripSuffix(text, " ");
    values.push_back(field.message_type() != nullptr
                         ? absl::StrCat("{ ", value, " }")
                         : std::string(value));
  }
  return absl::StrCat("[", absl::StrJoin(values, ", "), "]");
}

class Explainer {
 public:
  Explainer(const PolicyOrigins& origins, const MethodPolicy& policy,
            absl::string_view full_method)
      : origins_(origins),
        policy_(policy),
        entries_(origins.names.EntriesFor(full_method)) {}

  std::vector<ExplainedField> Explain() {
    AddFields("", WriteMethodPolicy(policy_));
    return std::move(fields_);
  }

 private:
  void AddFields(const std::string& prefix, const Message& message) {
    const auto& type = *message.GetDescriptor();
    for (int i = 0; i < type.field_count(); ++i) {
      const FieldDescriptor& field = *type.field(i);
      if (field.message_type() == v1::MethodName::descriptor()) continue;
      const std::string path = absl::StrCat(prefix, field.name());
      if (field.message_type() != nullptr && !field.is_repeated()) {
        AddFields(absl::StrCat(path, "."),
                  message.GetReflection()->GetMessage(message, &field));
      } else {
        fields_.push_back({path, ValueOf(message, field), OriginOf(path)});
      }
    }
  }

  std::string OriginOf(const std::string& path) const {
    const bool idempotency = path == "idempotency";
    for (const int index : entries_) {
      const v1::MethodPolicy& entry = origins_.source.methods(index);
      if (!SetsField(entry, path)) continue;
      if (idempotency && entry.idempotency() == v1::MethodPolicy::UNKNOWN) {
        break;
      }
      const std::string name = absl::StrCat("methods[", index, "]");
      const Position at =
          origins_.positions.Find(absl::StrCat(name, ".", path));
      return at.line == 0 ? name
                          : absl::StrCat(name, " at ", at.line, ":", at.column);
    }
    return idempotency && policy_.idempotency != Idempotency::kUnknown
               ? "descriptor"
               : "default";
  }

  const PolicyOrigins& origins_;
  const MethodPolicy& policy_;
  const std::vector<int> entries_;
  std::vector<ExplainedField> fields_;
};

// Returns an error message for `full_method`, or "" if it is valid.
std::string WrongWithMethod(const PolicyOrigins& origins,
                            absl::string_view full_method) {
  const std::vector<std::string> parts = absl::StrSplit(full_method, '/');
  if (parts.size() != 3 || !parts[0].empty() || parts[1].empty() ||
      parts[2].empty()) {
    return absl::StrCat(
        "METHOD: must have the form /package.Service/Method, such as "
        "/shop.v1.Inventory/Get, got ",
        full_method);
  }
  return origins.catalog.WrongWith(parts[1], parts[2]);
}

}  // namespace
}  // namespace baton::config

namespace baton {

absl::StatusOr<std::vector<ExplainedField>> ExplainMethod(
    const LoadedPolicy& loaded, absl::string_view full_method) {
  if (const std::string wrong =
          config::WrongWithMethod(*loaded.origins, full_method);
      !wrong.empty()) {
    return absl::InvalidArgumentError(wrong);
  }
  return config::Explainer(*loaded.origins, loaded.policy.Find(full_method),
                           full_method)
      .Explain();
}

absl::StatusOr<std::vector<ExplainedFailure>> ExplainFailures(
    const LoadedPolicy& loaded, absl::string_view full_method) {
  if (const std::string wrong =
          config::WrongWithMethod(*loaded.origins, full_method);
      !wrong.empty()) {
    return absl::InvalidArgumentError(wrong);
  }
  const ClassifierOptions& options =
      loaded.policy.Find(full_method).retry.classifier;
  std::vector<ExplainedFailure> failures;
  for (core::FailureTableRow& row : core::FailureTable(options)) {
    failures.push_back({std::move(row.source), std::move(row.failure),
                        std::string(ToString(row.outcome_class))});
  }
  return failures;
}

std::string PolicyText(const LoadedPolicy& loaded) {
  return config::WritePolicyText(loaded.origins->source);
}

int MethodEntries(const LoadedPolicy& loaded) {
  return loaded.origins->source.methods_size();
}

}  // namespace baton
