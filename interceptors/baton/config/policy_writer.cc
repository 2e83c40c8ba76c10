// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/policy_writer.h"

#include <optional>
#include <vector>

#include "absl/time/time.h"
#include "baton/config/enum_numbers.h"
#include "baton/config/policy_fields.h"
#include "baton/config/server_fields.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/text_format.h"

namespace baton::config {
namespace {

using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;
using ::google::protobuf::Reflection;

constexpr int kStatusCodes = 17;

// The Io of VisitFields() that writes.
class Writer {
 public:
  explicit Writer(Message& message)
      : message_(message), reflection_(*message.GetReflection()) {}

  void Int(const char* name, int& value) {
    reflection_.SetInt32(&message_, Field(name), value);
  }
  void Number(const char* name, double& value) {
    reflection_.SetDouble(&message_, Field(name), value);
  }
  void Bool(const char* name, bool& value) {
    reflection_.SetBool(&message_, Field(name), value);
  }
  void String(const char* name, std::string& value) {
    reflection_.SetString(&message_, Field(name), value);
  }
  void Duration(const char* name, absl::Duration& value) {
    reflection_.SetString(&message_, Field(name), absl::FormatDuration(value));
  }

  template <typename E>
  void Enum(const char* name, E& value) {
    reflection_.SetEnumValue(&message_, Field(name), ToNumber(value));
  }

  template <typename T>
  void Optional(const char* name, std::optional<T>& value,
                void (Writer::*write)(const char*, T&)) {
    if (value.has_value()) (this->*write)(name, *value);
  }

  void Codes(const char* name, StatusCodeSet& value) {
    for (int code = 0; code < kStatusCodes; ++code) {
      if (value.Contains(static_cast<absl::StatusCode>(code))) {
        reflection_.AddEnumValue(&message_, Field(name), code);
      }
    }
  }

  void Strings(const char* name, std::vector<std::string>& value) {
    for (const std::string& text : value) {
      reflection_.AddString(&message_, Field(name), text);
    }
  }

  template <typename T>
  void Group(const char* name, T& value) {
    Writer inner(*reflection_.MutableMessage(&message_, Field(name)));
    VisitFields(inner, value);
  }

  template <typename T>
  void List(const char* name, std::vector<T>& value) {
    for (T& element : value) {
      Writer inner(*reflection_.AddMessage(&message_, Field(name)));
      VisitFields(inner, element);
    }
  }

 private:
  const FieldDescriptor* Field(const char* name) const {
    return message_.GetDescriptor()->FindFieldByName(name);
  }

  Message& message_;
  const Reflection& reflection_;
};

template <typename Proto, typename Core>
Proto Write(Core value) {
  Proto message;
  Writer writer(message);
  VisitFields(writer, value);
  return message;
}

}  // namespace

v1::MethodPolicy WriteMethodPolicy(const MethodPolicy& policy) {
  return Write<v1::MethodPolicy>(policy);
}

v1::ProcessBudgetOptions WriteProcessBudget(
    const ProcessBudgetOptions& options) {
  return Write<v1::ProcessBudgetOptions>(options);
}

v1::InboundGrantOptions WriteInboundGrant(const InboundGrantOptions& options) {
  return Write<v1::InboundGrantOptions>(options);
}

v1::ReplayOptions WriteRequestReplay(const ReplayOptions& options) {
  return Write<v1::ReplayOptions>(options);
}

v1::RetryBreakerOptions WriteRetryBreaker(const RetryBreakerOptions& options) {
  return Write<v1::RetryBreakerOptions>(options);
}

v1::ProcessReplayOptions WriteProcessReplay(
    const ProcessReplayOptions& options) {
  return Write<v1::ProcessReplayOptions>(options);
}

v1::RetryRatioLimitOptions WriteRetryRatioLimit(
    const RetryRatioLimitOptions& options) {
  return Write<v1::RetryRatioLimitOptions>(options);
}

v1::ExpiredRequestOptions WriteExpiredRequests(
    const ExpiredRequestOptions& options) {
  return Write<v1::ExpiredRequestOptions>(options);
}

v1::CancelledRequestOptions WriteCancelledRequests(
    const CancelledRequestOptions& options) {
  return Write<v1::CancelledRequestOptions>(options);
}

std::string WritePolicyText(const v1::Policy& policy) {
  google::protobuf::TextFormat::Printer printer;
  printer.SetUseShortRepeatedPrimitives(true);
  std::string text;
  printer.PrintToString(policy, &text);
  return text;
}

}  // namespace baton::config
