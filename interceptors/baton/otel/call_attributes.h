// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_CALL_ATTRIBUTES_H_
#define BATON_OTEL_CALL_ATTRIBUTES_H_

#include <optional>

#include "absl/time/time.h"
#include "baton/call_observer.h"
#include "baton/otel/attribute_list.h"
#include "baton/otel/conventions.h"
#include "baton/otel/names.h"

// What the spans of a call and of its attempts say. Pure; the lists refer to
// what they are made of.
namespace baton::otel {

AttributeList AttributesOf(Conventions conventions, const MethodName& method,
                           const CallStart& call);
AttributeList AttributesOf(Conventions conventions, const CallReport& report);

AttributeList AttributesOf(Conventions conventions, const MethodName& method,
                           const AttemptStart& attempt);
AttributeList AttributesOf(Conventions conventions, const AttemptEnd& attempt);
// Of an attempt that had not ended when its call did.
AttributeList AttributesOfDropped(Conventions conventions,
                                  const AttemptReport& attempt);

// Of the event that says what a call waits for. `demanded` is what the server
// asked for, if it did.
AttributeList AttributesOfWait(const Decision& decision,
                               std::optional<absl::Duration> demanded);

}  // namespace baton::otel

#endif  // BATON_OTEL_CALL_ATTRIBUTES_H_
