// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_ENTITY_TRACKER_OPTIONS_H_
#define BATON_KIT_ENTITY_TRACKER_OPTIONS_H_

#include "baton/base/export.h"

#include <memory>
#include <string>

#include "absl/time/time.h"
#include "baton/policy/retry_options.h"
#include "baton/telemetry_interface.h"

namespace BATON_EXPORT baton {

// The options of an EntityTracker. A value.
struct EntityTrackerOptions {
  // Sets waits for replicas that know a new entity soon, in `missing`.
  EntityTrackerOptions();

  // The name in messages, reports and spans. Not empty.
  std::string name;
  // The policy of creations. `max_attempts` counts calls of the method that
  // creates the entity.
  RetryOptions retry;
  // The policy of reads of new entities. `backoff` has the waits after
  // NOT_FOUND.
  RetryOptions missing;
  // The time during which a new entity may be missing on some replica. After
  // that, NOT_FOUND is final. Finite. Zero: NOT_FOUND is always final.
  absl::Duration visible_within = absl::Seconds(2);
  // The number of new entities that the tracker remembers, at about 100 bytes
  // for each. If there are more, it forgets the oldest. 1 to 1000000.
  int max_entities = 10000;
  // The time for all calls and waits of one creation, or of one read of a new
  // entity. Positive, finite.
  absl::Duration total_time = absl::Seconds(30);
  // Creates spans, as for a RetryUnit. Null: no spans.
  std::shared_ptr<Telemetry> telemetry;
};

}  // namespace baton

#endif  // BATON_KIT_ENTITY_TRACKER_OPTIONS_H_
