// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_MESSAGE_BINDER_H_
#define BATON_CONFIG_MESSAGE_BINDER_H_

#include "baton/config/syntax/diagnostics.h"
#include "baton/config/syntax/syntax_node.h"
#include "google/protobuf/message.h"

namespace baton::config {

// Fills `message` with what a file says, and `positions` with where it says
// it. What does not fit is reported with what is allowed, and left unset:
// unknown fields and enum values (with the nearest known one), values of the
// wrong type, fields given twice.
//
// Understands what policies are made of: messages, and fields of the types
// int32, double, bool, string and enum. Null in JSON is as good as absent.
void BindMessage(const SyntaxNode& node, Syntax syntax,
                 google::protobuf::Message& message, PositionMap& positions,
                 Diagnostics& diagnostics);

}  // namespace baton::config

#endif  // BATON_CONFIG_MESSAGE_BINDER_H_
