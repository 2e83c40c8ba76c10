// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_UNIT_OBSERVER_H_
#define BATON_KIT_UNIT_OBSERVER_H_

#include "baton/base/export.h"

#include <memory>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/kit/unit_report.h"
#include "baton/request_observer.h"

namespace BATON_EXPORT baton {

// The start of a unit. Valid only during OnUnitStart().
struct UnitStart {
  // The name of the unit.
  absl::string_view name;
  // The extra runs that the unit may make.
  int grant = 0;
  // The time that the unit has for all runs.
  absl::Duration timeout = absl::InfiniteDuration();
  // The observer of the server request that the unit belongs to. nullptr if
  // there is none.
  const RequestObserver* request = nullptr;
};

// The end of one run of a unit. Valid only during OnRunEnd().
struct UnitRunEnd {
  // The number of the run, from 1.
  int number = 1;
  // The code of the status that the body returned.
  absl::StatusCode code = absl::StatusCode::kOk;
  // Whether another run follows.
  bool replay = false;
  // The wait before that run.
  absl::Duration wait = absl::ZeroDuration();
};

// Observes one unit. All hooks run on the thread of the unit, which continues
// only after the hook returns. A hook must neither block nor throw.
class UnitObserver {
 public:
  virtual ~UnitObserver() = default;

  // Called before a run. The result makes the observer's context (such as a
  // span) current on this thread, until it is destroyed at the end of the run.
  // May be nullptr.
  virtual std::unique_ptr<RequestObserver::Attachment> OnRunStart(
      int number) = 0;
  // Called after each run.
  virtual void OnRunEnd(const UnitRunEnd& run) = 0;
  // Called once, as the last event.
  virtual void OnUnitEnd(const UnitReport& report) = 0;
};

}  // namespace baton

#endif  // BATON_KIT_UNIT_OBSERVER_H_
