// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/call_log.h"

#include <string>
#include <utility>

namespace baton {
namespace {

using Write = std::function<void(const CallLogEntry&)>;

bool IsWorthALine(const CallReport& report) {
  return report.code != absl::StatusCode::kOk || report.attempts.size() > 1;
}

class LoggedCall final : public CallObserver {
 public:
  explicit LoggedCall(const Write& write) : write_(write) {}

  void OnAttemptStart(const AttemptStart&, AttemptMetadata&) override {}
  void OnAttemptEnd(const AttemptEnd&) override {}
  void OnWait(const Decision&) override {}
  void OnCallEnd(const CallReport& report) override {
    if (!IsWorthALine(report)) return;
    const std::string line = OneLine(report);
    write_({report, line});
  }

 private:
  const Write& write_;
};

class CallLog final : public CallObserverFactory {
 public:
  explicit CallLog(Write write) : write_(std::move(write)) {}

  std::unique_ptr<CallObserver> OnCallStart(const CallStart&) override {
    return std::make_unique<LoggedCall>(write_);
  }

 private:
  const Write write_;
};

}  // namespace

std::shared_ptr<CallObserverFactory> NewCallLog(Write write) {
  if (write == nullptr) return nullptr;
  return std::make_shared<CallLog>(std::move(write));
}

}  // namespace baton
