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

// Returns the description of an invalid value for error messages.
std::string Describe(const SyntaxNode& value);

// Return the number or flag that a value spells, or nullopt. Text format allows
// 0x1f, inf and nan. JSON also allows numbers in quotes, and whole numbers such
// as 3.0.
std::optional<int32_t> AsInt32(const SyntaxNode& value, Syntax syntax);
std::optional<double> AsDouble(const SyntaxNode& value, Syntax syntax);
std::optional<bool> AsBool(const SyntaxNode& value, Syntax syntax);

// Returns the enum value that is given by name or by number, or null.
const google::protobuf::EnumValueDescriptor* AsEnum(
    const SyntaxNode& value, Syntax syntax,
    const google::protobuf::EnumDescriptor& type);

// Sets a scalar field. Appends to it if it is repeated. Supports the types
// above and strings. Returns an error message for the value, or "".
std::string SetScalar(const SyntaxNode& value, Syntax syntax,
                      const google::protobuf::FieldDescriptor& field,
                      google::protobuf::Message& message);

}  // namespace baton::config

#endif  // BATON_CONFIG_SYNTAX_SCALAR_VALUE_H_
