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

// What an error message calls a value that is not what it should be.
std::string Describe(const SyntaxNode& value);

// The number that a value spells; none if it spells none. Text format knows
// 0x1f, inf and nan; JSON takes numbers in quotes and whole numbers written
// like 3.0 as well.
std::optional<int32_t> AsInt32(const SyntaxNode& value, Syntax syntax);
std::optional<double> AsDouble(const SyntaxNode& value, Syntax syntax);
std::optional<bool> AsBool(const SyntaxNode& value, Syntax syntax);

// The field of an enum value, given by name or by number.
const google::protobuf::EnumValueDescriptor* AsEnum(
    const SyntaxNode& value, Syntax syntax,
    const google::protobuf::EnumDescriptor& type);

// Sets a field of one of the types above or a string, or adds to it if it is
// repeated. Returns what is wrong with the value; empty: nothing.
std::string SetScalar(const SyntaxNode& value, Syntax syntax,
                      const google::protobuf::FieldDescriptor& field,
                      google::protobuf::Message& message);

}  // namespace baton::config

#endif  // BATON_CONFIG_SYNTAX_SCALAR_VALUE_H_
