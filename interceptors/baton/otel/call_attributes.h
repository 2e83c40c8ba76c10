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

// The attributes of the spans of a call and of its attempts. Pure functions.
// The arguments must outlive the returned list.
namespace baton::otel {

AttributeList AttributesOf(Conventions conventions, const MethodName& method,
                           const CallStart& call);
AttributeList AttributesOf(Conventions conventions, const CallReport& report);

AttributeList AttributesOf(Conventions conventions, const MethodName& method,
                           const AttemptStart& attempt);
AttributeList AttributesOf(Conventions conventions, const AttemptEnd& attempt);
// Returns the attributes of a discarded attempt. An attempt that still ran when
// its call ended is discarded, too.
AttributeList AttributesOfDiscarded(Conventions conventions,
                                    const AttemptReport& attempt);

// Returns the attributes of the event that reports a wait before the next
// attempt. `demanded` is the wait that the server has requested, if it has.
AttributeList AttributesOfWait(const Decision& decision,
                               std::optional<absl::Duration> demanded);

}  // namespace baton::otel

#endif  // BATON_OTEL_CALL_ATTRIBUTES_H_
