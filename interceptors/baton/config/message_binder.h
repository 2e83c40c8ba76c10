// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_MESSAGE_BINDER_H_
#define BATON_CONFIG_MESSAGE_BINDER_H_

#include "baton/config/syntax/diagnostics.h"
#include "baton/config/syntax/syntax_node.h"
#include "google/protobuf/message.h"

namespace baton::config {

// Fills `message` with the values of a file, and `positions` with their
// positions. Reports values that do not fit, with the allowed values, and
// leaves them unset. These are unknown fields and enum values (with the nearest
// known name), values of the wrong type, and fields that are given twice.
//
// Supports what policies use: messages, and fields of the types int32, double,
// bool, string and enum. Null in JSON counts as absent.
void BindMessage(const SyntaxNode& node, Syntax syntax,
                 google::protobuf::Message& message, PositionMap& positions,
                 Diagnostics& diagnostics);

}  // namespace baton::config

#endif  // BATON_CONFIG_MESSAGE_BINDER_H_
