// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_H_
#define BATON_KIT_H_

#include "baton/base/export.h"

#include "baton/kit/entity_tracker.h"
#include "baton/kit/host_jitter.h"
#include "baton/kit/leftovers.h"
#include "baton/kit/refresh_and_retry.h"
#include "baton/kit/retry_unit.h"
#include "baton/kit/warm_up.h"

// The resilience kit: functions that an application calls itself, because an
// interceptor sees single calls only. Each of them rests on the public headers
// of the client and of the server. docs/kit.md has a section for each.
//
//   RetryUnit         a group of calls that is retried as a whole
//   RefreshAndRetry() a write that depends on the version of the data
//   VerifyThenRetry() a write that must not run twice
//   EntityTracker     creations that may have happened, reads of new entities
//   Leftovers         a batch whose leftovers are sent again
//   HostJitter()      offsets of periodic work, the same on each host each time
//   WarmUp()          connections before the first request

#endif  // BATON_KIT_H_
