// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_SYNTAX_SCALAR_VALUE_H_
#define BATON_CONFIG_SYNTAX_SCALAR_VALUE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "baton/config/syntax/syntax_node.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"

namespace baton::config {

// Returns a description of a value for error messages about it.
std::string Describe(const SyntaxNode& value);

// Each function returns the number or the flag that the text of a value
// represents, or nullopt. In text format, an integer may be 0x1f, and a double
// may be inf or nan. In JSON, numbers may be in quotes, and an integer may be
// written as 3.0.
std::optional<int32_t> AsInt32(const SyntaxNode& value, Syntax syntax);
std::optional<double> AsDouble(const SyntaxNode& value, Syntax syntax);
std::optional<bool> AsBool(const SyntaxNode& value, Syntax syntax);

// Returns the enum value with the given name or number. Returns null if there
// is none.
const google::protobuf::EnumValueDescriptor* AsEnum(
    const SyntaxNode& value, Syntax syntax,
    const google::protobuf::EnumDescriptor& type);

// Sets a field. If the field is repeated, appends the value. Supports the types
// of the functions above, and strings. Returns an error message if the value is
// invalid, else "".
std::string SetScalar(const SyntaxNode& value, Syntax syntax,
                      const google::protobuf::FieldDescriptor& field,
                      google::protobuf::Message& message);

}  // namespace baton::config

#endif  // BATON_CONFIG_SYNTAX_SCALAR_VALUE_H_
