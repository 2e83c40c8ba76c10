// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CALL_LOG_H_
#define BATON_CALL_LOG_H_

#include <functional>
#include <memory>

#include "absl/strings/string_view.h"
#include "baton/call_observer.h"
#include "baton/call_report.h"

namespace baton {

// A line of the log. Valid only while `write` runs.
struct CallLogEntry {
  // The report of the call.
  const CallReport& report;
  // The text of OneLine(report).
  absl::string_view line;
};

// Returns an observer that writes one line for each call that failed or needed
// more than one attempt. For all other calls it writes nothing, so that the log
// stays small.
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
    std::function<void(const CallLogEntry&)> write);

}  // namespace baton

#endif  // BATON_CALL_LOG_H_
