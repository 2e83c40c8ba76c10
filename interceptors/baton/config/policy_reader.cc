// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/policy_reader.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "baton/config/enum_numbers.h"
#include "baton/config/policy_fields.h"
#include "baton/config/server_fields.h"
#include "google/protobuf/descriptor.h"

namespace baton::config {
namespace {

using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;
using ::google::protobuf::Reflection;

// The Io of VisitFields() that reads. Finds fields by name. A test of a full
// round trip checks that every name exists.
class Reader {
 public:
  Reader(const Message& message, core::ValidationErrors& errors)
      : message_(message),
        reflection_(*message.GetReflection()),
        errors_(errors) {}

  void Int(const char* name, int& value) {
    if (const auto* field = Set(name)) {
      value = reflection_.GetInt32(message_, field);
    }
  }

  void Number(const char* name, double& value) {
    if (const auto* field = Set(name)) {
      value = reflection_.GetDouble(message_, field);
    }
  }

  void Bool(const char* name, bool& value) {
    if (const auto* field = Set(name)) {
      value = reflection_.GetBool(message_, field);
    }
  }

  void String(const char* name, std::string& value) {
    if (const auto* field = Set(name)) {
      value = reflection_.GetString(message_, field);
    }
  }

  void Duration(const char* name, absl::Duration& value) {
    const auto* field = Set(name);
    if (field == nullptr) return;
    const std::string text = reflection_.GetString(message_, field);
    absl::Duration parsed;
    if (absl::ParseDuration(text, &parsed)) {
      value = parsed;
    } else {
      errors_.Add(name, absl::StrCat("must be a duration such as \"25ms\", "
                                     "\"1.5s\" or \"2m\", got \"",
                                     absl::CHexEscape(text), "\""));
    }
  }

  template <typename E>
  void Enum(const char* name, E& value) {
    if (const auto* field = Set(name)) {
      FromNumber(reflection_.GetEnumValue(message_, field), value);
    }
  }

  template <typename T>
  void Optional(const char* name, std::optional<T>& value,
                void (Reader::*read)(const char*, T&)) {
    if (Set(name) == nullptr) return;
    T read_value = value.value_or(T());
    (this->*read)(name, read_value);
    value = read_value;
  }

  void Codes(const char* name, StatusCodeSet& value) {
    const auto* field = Field(name);
    const int size = reflection_.FieldSize(message_, field);
    if (size > 0) value = {};
    for (int i = 0; i < size; ++i) {
      value.Add(static_cast<absl::StatusCode>(
          reflection_.GetRepeatedEnumValue(message_, field, i)));
    }
  }

  void Strings(const char* name, std::vector<std::string>& value) {
    const auto* field = Field(name);
    const int size = reflection_.FieldSize(message_, field);
    if (size > 0) value.clear();
    for (int i = 0; i < size; ++i) {
      value.push_back(reflection_.GetRepeatedString(message_, field, i));
    }
  }

  template <typename T>
  void Group(const char* name, T& value) {
    if (const auto* field = Set(name)) {
      const core::ValidationErrors::Field path(errors_, name);
      Reader inner(reflection_.GetMessage(message_, field), errors_);
      VisitFields(inner, value);
    }
  }

  template <typename T>
  void List(const char* name, std::vector<T>& value) {
    const auto* field = Field(name);
    const int size = reflection_.FieldSize(message_, field);
    if (size > 0) value.clear();
    for (int i = 0; i < size; ++i) {
      const core::ValidationErrors::Field path(errors_,
                                               absl::StrCat(name, "[", i, "]"));
      Reader inner(reflection_.GetRepeatedMessage(message_, field, i), errors_);
      VisitFields(inner, value.emplace_back());
    }
  }

 private:
  const FieldDescriptor* Field(const char* name) const {
    return message_.GetDescriptor()->FindFieldByName(name);
  }

  // Returns null if the field is not set.
  const FieldDescriptor* Set(const char* name) const {
    const FieldDescriptor* field = Field(name);
    return reflection_.HasField(message_, field) ? field : nullptr;
  }

  const Message& message_;
  const Reflection& reflection_;
  core::ValidationErrors& errors_;
};

// Reads a section of the policy that has only one level.
template <typename Options>
void ReadSection(const char* name, const Message& message, Options& options,
                 core::ValidationErrors& errors) {
  const core::ValidationErrors::Field path(errors, name);
  Reader reader(message, errors);
  VisitFields(reader, options);
}

}  // namespace

void ReadMethodPolicy(const v1::MethodPolicy& message, MethodPolicy& policy,
                      core::ValidationErrors& errors) {
  Reader reader(message, errors);
  VisitFields(reader, policy);
}

void ReadProcessBudget(const v1::ProcessBudgetOptions& message,
                       ProcessBudgetOptions& options,
                       core::ValidationErrors& errors) {
  const core::ValidationErrors::Field path(errors, "process_budget");
  v1::ProcessBudgetOptions others = message;
  others.clear_unlimited();
  if (message.unlimited()) {
    options = ProcessBudgetOptions::Unlimited();
    if (others.ByteSizeLong() > 0) {
      errors.Add("unlimited", "must be the only field when it is true");
    }
    return;
  }
  Reader reader(others, errors);
  VisitFields(reader, options);
}

void ReadInboundGrant(const v1::InboundGrantOptions& message,
                      InboundGrantOptions& options,
                      core::ValidationErrors& errors) {
  ReadSection("inbound_grant", message, options, errors);
}

void ReadRequestReplay(const v1::ReplayOptions& message, ReplayOptions& options,
                       core::ValidationErrors& errors) {
  ReadSection("request_replay", message, options, errors);
}

void ReadRetryBreaker(const v1::RetryBreakerOptions& message,
                      RetryBreakerOptions& options,
                      core::ValidationErrors& errors) {
  ReadSection("retry_breaker", message, options, errors);
}

void ReadProcessReplay(const v1::ProcessReplayOptions& message,
                       ProcessReplayOptions& options,
                       core::ValidationErrors& errors) {
  ReadSection("process_replay", message, options, errors);
}

void ReadRetryRatioLimit(const v1::RetryRatioLimitOptions& message,
                         RetryRatioLimitOptions& options,
                         core::ValidationErrors& errors) {
  ReadSection("retry_ratio_limit", message, options, errors);
}

void ReadExpiredRequests(const v1::ExpiredRequestOptions& message,
                         ExpiredRequestOptions& options,
                         core::ValidationErrors& errors) {
  ReadSection("expired_requests", message, options, errors);
}

void ReadCancelledRequests(const v1::CancelledRequestOptions& message,
                           CancelledRequestOptions& options,
                           core::ValidationErrors& errors) {
  ReadSection("cancelled_requests", message, options, errors);
}

}  // namespace baton::config
