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

// The attributes of the spans of a call and its attempts. The functions have no
// side effects. Their arguments must outlive the returned list.
namespace baton::otel {

// Returns the attributes of a call at its start.
AttributeList AttributesOf(Conventions conventions, const MethodName& method,
                           const CallStart& call);
// Returns the attributes of a call at its end.
AttributeList AttributesOf(Conventions conventions, const CallReport& report);

// Returns the attributes of an attempt at its start.
AttributeList AttributesOf(Conventions conventions, const MethodName& method,
                           const AttemptStart& attempt);
// Returns the attributes of an attempt at its end.
AttributeList AttributesOf(Conventions conventions, const AttemptEnd& attempt);
// Returns the attributes of a discarded attempt. If an attempt still runs when
// its call ends, it counts as discarded.
AttributeList AttributesOfDiscarded(Conventions conventions,
                                    const AttemptReport& attempt);

// Returns the attributes of the event for a wait before the next attempt.
// `demanded` is the wait that the server requested, or nullopt.
AttributeList AttributesOfWait(const Decision& decision,
                               std::optional<absl::Duration> demanded);

}  // namespace baton::otel

#endif  // BATON_OTEL_CALL_ATTRIBUTES_H_
