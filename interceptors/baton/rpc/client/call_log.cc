// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/call_log.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "baton/core/limits/token_bucket.h"
#include "baton/core/report/failure_text.h"
#include "baton/rpc/runtime/runtime.h"

namespace baton {
namespace {

using Write = std::function<void(const CallLogEntry&)>;

bool IsWorthALine(const CallReport& report) {
  return report.code != absl::StatusCode::kOk || report.attempts.size() > 1;
}

// Returns the texts of the latest failed attempt, and the id of the trace.
std::string Details(const CallReport& report) {
  std::string text;
  for (auto attempt = report.attempts.rbegin();
       attempt != report.attempts.rend() && text.empty(); ++attempt) {
    if (attempt->failure != nullptr) {
      text = core::FailureText(*attempt->failure);
    }
  }
  if (!report.trace_id.empty()) {
    absl::StrAppend(&text, ", trace ", report.trace_id);
  }
  return text;
}

// Writes the lines of one log. Owned by the log. Thread-safe.
class Lines {
 public:
  Lines(Write write, const CallLogOptions& options)
      : write_(std::move(write)),
        clock_(options.clock),
        bucket_(BucketOptions(options.max_lines_per_second), Now()) {}

  void Add(const CallReport& report) {
    if (!bucket_.TryTake(kLine, kLine, Now())) {
      omitted_.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    std::string line = absl::StrCat(OneLine(report), Details(report));
    const int64_t omitted = omitted_.exchange(0, std::memory_order_relaxed);
    if (omitted > 0) {
      absl::StrAppend(&line, ", ", omitted,
                      omitted == 1 ? " line omitted" : " lines omitted");
    }
    write_({report, line, omitted});
  }

 private:
  static constexpr int64_t kLine = 1000;  // in milli-tokens

  MonotonicTime Now() const {
    return clock_ == nullptr ? rpc::Runtime::Process().Now() : clock_->Now();
  }

  static core::TokenBucket::Options BucketOptions(int lines) {
    core::TokenBucket::Options options;
    options.capacity = std::max(lines, 1) * kLine;
    options.initial = options.capacity;
    options.refill_limit = options.capacity;
    options.refill_per_second = options.capacity;
    return options;
  }

  const Write write_;
  const Clock* const clock_;
  core::TokenBucket bucket_;
  std::atomic<int64_t> omitted_{0};
};

class LoggedCall final : public CallObserver {
 public:
  explicit LoggedCall(Lines& lines) : lines_(lines) {}

  void OnAttemptStart(const AttemptStart&, AttemptMetadata&) override {}
  void OnAttemptEnd(const AttemptEnd&) override {}
  void OnWait(const Decision&) override {}
  void OnCallEnd(const CallReport& report) override {
    if (IsWorthALine(report)) lines_.Add(report);
  }

 private:
  Lines& lines_;
};

class CallLog final : public CallObserverFactory {
 public:
  CallLog(Write write, const CallLogOptions& options)
      : lines_(std::move(write), options) {}

  std::unique_ptr<CallObserver> OnCallStart(const CallStart&) override {
    return std::make_unique<LoggedCall>(lines_);
  }

 private:
  Lines lines_;
};

}  // namespace

std::shared_ptr<CallObserverFactory> NewCallLog(Write write,
                                                const CallLogOptions& options) {
  if (write == nullptr) return nullptr;
  return std::make_shared<CallLog>(std::move(write), options);
}

}  // namespace baton
