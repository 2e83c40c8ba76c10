// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_MESSAGE_BINDER_H_
#define BATON_CONFIG_MESSAGE_BINDER_H_

#include "baton/config/syntax/diagnostics.h"
#include "baton/config/syntax/syntax_node.h"
#include "google/protobuf/message.h"

namespace baton::config {

// Fills `message` with the values of a file, and `positions` with the positions
// of these values. If a value is invalid, reports an error with the allowed
// values, and does not set the field. There are three kinds of invalid values:
// unknown fields and enum values, values of the wrong type, and fields that the
// file sets twice. For an unknown name, the error suggests the nearest known
// name.
//
// Supports only what policies use: messages, and fields of the types int32,
// double, bool, string and enum. Null in JSON means that the field is not set.
void BindMessage(const SyntaxNode& node, Syntax syntax,
                 google::protobuf::Message& message, PositionMap& positions,
                 Diagnostics& diagnostics);

}  // namespace baton::config

#endif  // BATON_CONFIG_MESSAGE_BINDER_H_
