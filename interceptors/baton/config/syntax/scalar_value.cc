// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/syntax/scalar_value.h"

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "baton/config/syntax/nearest_name.h"
#include "google/protobuf/io/tokenizer.h"

namespace baton::config {
namespace {

using ::google::protobuf::EnumDescriptor;
using ::google::protobuf::EnumValueDescriptor;
using ::google::protobuf::FieldDescriptor;
using ::google::protobuf::Message;
using ::google::protobuf::Reflection;
using ::google::protobuf::io::Tokenizer;
using Kind = SyntaxNode::Kind;

// Messages cut longer values.
constexpr std::size_t kShown = 60;
// Messages do not list enums with more values.
constexpr std::size_t kListed = 6;

std::string Shown(absl::string_view text) {
  const std::string escaped = absl::CHexEscape(text.substr(0, kShown));
  return text.size() > kShown ? absl::StrCat(escaped, "...") : escaped;
}

// Returns the text of a number, which JSON may also have in quotes. Returns
// null if the value is no number.
const std::string* NumberText(const SyntaxNode& value, Syntax syntax) {
  const bool quoted = value.kind == Kind::kString && syntax == Syntax::kJson;
  const bool word = value.kind == Kind::kWord && syntax == Syntax::kText;
  return value.kind == Kind::kNumber || quoted || word ? &value.text : nullptr;
}

bool IsUtf8(absl::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    const auto lead = static_cast<unsigned char>(text[i++]);
    if (lead < 0x80) continue;
    const std::size_t tails = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
    if (lead < 0xc2 || lead > 0xf4 || i + tails > text.size()) return false;
    const auto second = static_cast<unsigned char>(text[i]);
    // Rejects over-long forms, surrogates, and values beyond the last code
    // point.
    if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f) ||
        (lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second > 0x8f)) {
      return false;
    }
    for (std::size_t end = i + tails; i < end; ++i) {
      if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return false;
    }
  }
  return true;
}

std::string EnumError(const SyntaxNode& value, const EnumDescriptor& type) {
  std::vector<absl::string_view> names;
  names.reserve(static_cast<std::size_t>(type.value_count()));
  for (int i = 0; i < type.value_count(); ++i) {
    names.emplace_back(type.value(i)->name());
  }
  const std::string allowed =
      names.size() > kListed
          ? absl::StrCat("a known ", type.full_name())
          : absl::StrCat("one of ", absl::StrJoin(names, ", "));
  return absl::StrCat("must be ", allowed, ", got ", Describe(value),
                      DidYouMean(value.text, names));
}

template <typename T, typename Set, typename Add>
std::string Store(const std::optional<T>& parsed, const char* wanted,
                  const SyntaxNode& value, const FieldDescriptor& field,
                  Message& message, Set set, Add add) {
  if (!parsed.has_value()) {
    return absl::StrCat("must be ", wanted, ", got ", Describe(value));
  }
  const Reflection& reflection = *message.GetReflection();
  if (field.is_repeated()) {
    (reflection.*add)(&message, &field, *parsed);
  } else {
    (reflection.*set)(&message, &field, *parsed);
  }
  return "";
}

std::string StoreEnum(const SyntaxNode& value, Syntax syntax,
                      const FieldDescriptor& field, Message& message) {
  const EnumValueDescriptor* parsed = AsEnum(value, syntax, *field.enum_type());
  if (parsed == nullptr) return EnumError(value, *field.enum_type());
  const Reflection& reflection = *message.GetReflection();
  if (field.is_repeated()) {
    reflection.AddEnum(&message, &field, parsed);
  } else {
    reflection.SetEnum(&message, &field, parsed);
  }
  return "";
}

std::string StoreString(const SyntaxNode& value, const FieldDescriptor& field,
                        Message& message) {
  if (value.kind != Kind::kString) {
    return absl::StrCat("must be a string in quotes, got ", Describe(value));
  }
  if (!IsUtf8(value.text)) {
    return absl::StrCat("must be UTF-8, got ", Describe(value));
  }
  const Reflection& reflection = *message.GetReflection();
  if (field.is_repeated()) {
    reflection.AddString(&message, &field, value.text);
  } else {
    reflection.SetString(&message, &field, value.text);
  }
  return "";
}

}  // namespace

std::string Describe(const SyntaxNode& value) {
  switch (value.kind) {
    case Kind::kNull:
      return "null";
    case Kind::kWord:
    case Kind::kNumber:
      return Shown(value.text);
    case Kind::kString:
      return absl::StrCat("\"", Shown(value.text), "\"");
    case Kind::kList:
      return "a list";
    case Kind::kObject:
      return "a message";
  }
  return "";
}

std::optional<int32_t> AsInt32(const SyntaxNode& value, Syntax syntax) {
  const std::string* text = NumberText(value, syntax);
  if (text == nullptr || text->empty()) return std::nullopt;
  if (syntax == Syntax::kJson) {
    double number = 0;
    if (!absl::SimpleAtod(*text, &number) || std::trunc(number) != number ||
        std::abs(number) > std::numeric_limits<int32_t>::max()) {
      return std::nullopt;
    }
    return static_cast<int32_t>(number);
  }
  const bool minus = (*text)[0] == '-';
  const std::string digits = text->substr(minus ? 1 : 0);
  uint64_t number = 0;
  if (digits.empty() ||
      !absl::ascii_isdigit(static_cast<unsigned char>(digits[0])) ||
      !Tokenizer::ParseInteger(digits, std::numeric_limits<int32_t>::max(),
                               &number)) {
    return std::nullopt;
  }
  return static_cast<int32_t>(minus ? -static_cast<int64_t>(number)
                                    : static_cast<int64_t>(number));
}

std::optional<double> AsDouble(const SyntaxNode& value, Syntax syntax) {
  const std::string* text = NumberText(value, syntax);
  if (text == nullptr) return std::nullopt;
  absl::string_view digits = *text;
  // Text format allows the suffix of C.
  if (syntax == Syntax::kText && value.kind == Kind::kNumber &&
      digits.size() > 1 && (digits.back() == 'f' || digits.back() == 'F') &&
      absl::ascii_isxdigit(
          static_cast<unsigned char>(digits[digits.size() - 2]))) {
    digits.remove_suffix(1);
  }
  double number = 0;
  if (!absl::SimpleAtod(digits, &number)) return std::nullopt;
  return number;
}

std::optional<bool> AsBool(const SyntaxNode& value, Syntax syntax) {
  const bool text = syntax == Syntax::kText;
  const bool word = value.kind == Kind::kWord;
  const bool digit = text && value.kind == Kind::kNumber;
  if ((word && value.text == "true") || (digit && value.text == "1")) {
    return true;
  }
  if ((word && value.text == "false") || (digit && value.text == "0")) {
    return false;
  }
  if (!text || !word) return std::nullopt;
  if (value.text == "t" || value.text == "True") return true;
  if (value.text == "f" || value.text == "False") return false;
  return std::nullopt;
}

const EnumValueDescriptor* AsEnum(const SyntaxNode& value, Syntax syntax,
                                  const EnumDescriptor& type) {
  const Kind name = syntax == Syntax::kText ? Kind::kWord : Kind::kString;
  if (value.kind == name) return type.FindValueByName(value.text);
  if (value.kind != Kind::kNumber) return nullptr;
  const std::optional<int32_t> number = AsInt32(value, syntax);
  return number.has_value() ? type.FindValueByNumber(*number) : nullptr;
}

std::string SetScalar(const SyntaxNode& value, Syntax syntax,
                      const FieldDescriptor& field, Message& message) {
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return Store(AsInt32(value, syntax), "a whole number", value, field,
                   message, &Reflection::SetInt32, &Reflection::AddInt32);
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return Store(AsDouble(value, syntax), "a number", value, field, message,
                   &Reflection::SetDouble, &Reflection::AddDouble);
    case FieldDescriptor::CPPTYPE_BOOL:
      return Store(AsBool(value, syntax), "true or false", value, field,
                   message, &Reflection::SetBool, &Reflection::AddBool);
    case FieldDescriptor::CPPTYPE_ENUM:
      return StoreEnum(value, syntax, field, message);
    case FieldDescriptor::CPPTYPE_STRING:
      return StoreString(value, field, message);
    default:
      return "has a type that policies do not support";
  }
}

}  // namespace baton::config
