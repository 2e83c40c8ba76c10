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

// One call that is worth a line. Valid for the length of the write.
struct CallLogEntry {
  const CallReport& report;
  // OneLine(report).
  absl::string_view line;
};

// Writes one line for each call that failed or took more than one attempt, and
// for no other: what a log can afford, and what it is read for.
//
//   options.observers = baton::NewCallLog([](const auto& entry) {
//     LOG(WARNING) << entry.line;
//   });
//
// `write` runs on the path of the call, on any thread and on several at once;
// it must neither throw nor call back into the call. nullptr if it is empty.
std::shared_ptr<CallObserverFactory> NewCallLog(
    std::function<void(const CallLogEntry&)> write);

}  // namespace baton

#endif  // BATON_CALL_LOG_H_
