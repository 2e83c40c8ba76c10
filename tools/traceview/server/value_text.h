// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_SERVER_VALUE_TEXT_H_
#define BATON_TOOLS_TRACEVIEW_SERVER_VALUE_TEXT_H_

#include <string>

#include "opentelemetry/proto/common/v1/common.pb.h"

namespace baton::traceview {

// Returns an attribute's value as readable text: strings unchanged, lists and
// maps as JSON, and bytes as their number.
std::string ValueText(const opentelemetry::proto::common::v1::AnyValue& value);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_SERVER_VALUE_TEXT_H_
