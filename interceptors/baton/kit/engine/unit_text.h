// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_ENGINE_UNIT_TEXT_H_
#define BATON_KIT_ENGINE_UNIT_TEXT_H_

#include <string>

#include "baton/kit/unit_report.h"
#include "grpcpp/support/status.h"

namespace baton::kit {

// Adds a sentence about the unit to the message of a failure, if the unit made
// several runs or its outcome is unknown. Keeps code and details.
grpc::Status UnitStatus(grpc::Status status, const UnitReport& report);

// Returns the status of a unit or a batch that was started inside the group
// `outer`. Both arguments are descriptions, such as "unit 'checkout'".
grpc::Status NestedStatus(const std::string& inner, const std::string& outer);

}  // namespace baton::kit

#endif  // BATON_KIT_ENGINE_UNIT_TEXT_H_
