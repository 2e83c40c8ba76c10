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
// more than one attempt. It writes nothing for other calls, which keeps the log
// small.
//
//   options.observers = baton::NewCallLog([](const auto& entry) {
//     LOG(WARNING) << entry.line;
//   });
//
// `write` runs on the path of the call, on any thread, and concurrently. It
// must not throw or call back into the call. Returns nullptr if `write` is
// empty.
std::shared_ptr<CallObserverFactory> NewCallLog(
    std::function<void(const CallLogEntry&)> write);

}  // namespace baton

#endif  // BATON_CALL_LOG_H_
