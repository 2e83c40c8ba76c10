// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/server/value_text.h"

#include "absl/strings/str_cat.h"
#include "nlohmann/json.hpp"

namespace baton::traceview {
namespace {

using nlohmann::json;
using opentelemetry::proto::common::v1::AnyValue;
using opentelemetry::proto::common::v1::KeyValue;

json ToJson(const AnyValue& value) {
  switch (value.value_case()) {
    case AnyValue::kStringValue:
      return value.string_value();
    case AnyValue::kBoolValue:
      return value.bool_value();
    case AnyValue::kIntValue:
      return value.int_value();
    case AnyValue::kDoubleValue:
      return value.double_value();
    case AnyValue::kBytesValue:
      return absl::StrCat("(", value.bytes_value().size(), " bytes)");
    case AnyValue::kArrayValue: {
      json list = json::array();
      for (const AnyValue& item : value.array_value().values()) {
        list.push_back(ToJson(item));
      }
      return list;
    }
    case AnyValue::kKvlistValue: {
      json map = json::object();
      for (const KeyValue& item : value.kvlist_value().values()) {
        map[item.key()] = ToJson(item.value());
      }
      return map;
    }
    default:
      return nullptr;
  }
}

}  // namespace

std::string ValueText(const AnyValue& value) {
  if (value.has_string_value()) return value.string_value();
  if (value.value_case() == AnyValue::VALUE_NOT_SET) return "";
  return ToJson(value).dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace baton::traceview
