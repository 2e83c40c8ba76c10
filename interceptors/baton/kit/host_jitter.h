// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_HOST_JITTER_H_
#define BATON_KIT_HOST_JITTER_H_

#include "baton/base/export.h"

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

// Offsets for periodic work, such as a job of each minute. Hosts that run the
// same work at the same time cause a peak of load. With an offset for each
// host, the load is even. The offset of a host never changes, so that a problem
// caused by periodic work recurs at the same time and can be found.
//
//   const absl::Time next =
//       baton::NextRunOnHost("refresh prices", absl::Minutes(1), now);
namespace BATON_EXPORT baton {

// Returns the offset of this host for the periodic work `name`: at least 0,
// below `period`. The same host and name always give the same offset, also
// after a restart. Different names give different offsets.
//
// The host is its machine id (/etc/machine-id) together with its host name. In
// a container whose host name changes at each start, the offset changes too.
absl::Duration HostJitter(absl::string_view name, absl::Duration period);

// Returns the next time after `now` for the periodic work `name`. The time lies
// HostJitter() after a full period, such as a full minute.
absl::Time NextRunOnHost(absl::string_view name, absl::Duration period,
                         absl::Time now);

}  // namespace baton

#endif  // BATON_KIT_HOST_JITTER_H_
