// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CALL_LOG_H_
#define BATON_CALL_LOG_H_

#include "baton/base/export.h"

#include <cstdint>
#include <functional>
#include <memory>

#include "absl/strings/string_view.h"
#include "baton/call_observer.h"
#include "baton/call_report.h"
#include "baton/clock.h"

namespace BATON_EXPORT baton {

// A line of the log. Valid only while `write` runs.
struct CallLogEntry {
  // The report of the call.
  const CallReport& report;
  // The text of OneLine(report), the texts of the latest failed attempt, and
  // the id of the trace. If lines were omitted before, their number follows.
  absl::string_view line;
  // The number of lines that the limit has omitted since the previous line.
  int64_t omitted = 0;
};

// The options of a call log. A value.
struct CallLogOptions {
  // Lines per second, and at once after a quiet second. During an outage each
  // call fails, and the log must not fill a disk. At least 1.
  int max_lines_per_second = 20;
  // The clock of the limit. Must outlive the log and its calls. Null: the clock
  // of the machine. Tests set it.
  const Clock* clock = nullptr;
};

// Returns an observer that writes one line for each call that failed or needed
// more than one attempt. For all other calls it writes nothing, so that the log
// stays small. Omits lines above the limit of `options`.
//
//   options.observers = baton::NewCallLog([](const auto& entry) {
//     LOG(WARNING) << entry.line;
//   });
//
// The observer calls `write` at the end of a call, on any thread. Several
// threads may call it at the same time. A slow `write` delays the call. `write`
// must not throw and must not use the call. Returns nullptr if `write` is
// empty.
std::shared_ptr<CallObserverFactory> NewCallLog(
    std::function<void(const CallLogEntry&)> write,
    const CallLogOptions& options = {});

}  // namespace baton

#endif  // BATON_CALL_LOG_H_
