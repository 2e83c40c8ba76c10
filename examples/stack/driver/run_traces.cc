// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/stack/driver/run_traces.h"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "baton/real_clock.h"
#include "tools/traceview/store/recording.h"

namespace baton::stack {
namespace {

constexpr absl::Duration kLook = absl::Seconds(1);
// At least the rate of each scenario. Limits the cost of recording.
constexpr double kMostRecordedPerSecond = 100;
constexpr size_t kMostBytes = size_t{128} << 20;

}  // namespace

absl::StatusOr<ViewMode> ParseViewMode(absl::string_view flag) {
  if (flag == "off") return ViewMode::kOff;
  if (flag == "auto") return ViewMode::kAuto;
  if (flag == "keep") return ViewMode::kKeep;
  return absl::InvalidArgumentError(
      absl::StrCat("view: must be one of off, auto, keep, got \"", flag, "\""));
}

absl::StatusOr<std::unique_ptr<RunTraces>> RunTraces::Start(
    const Options& options) {
  std::unique_ptr<RunTraces> traces(new RunTraces());
  traces->mode_ = options.mode;
  if (options.has_backend) {
    traces->endpoint_ = kAsEnvironmentSays;
  } else if (options.mode != ViewMode::kOff) {
    traceview::TraceViewOptions view_options;
    view_options.store.max_bytes = kMostBytes;
    auto view = traceview::TraceView::Start(view_options);
    if (!view.ok()) return view.status();
    traces->view_ = *std::move(view);
    traces->endpoint_ = absl::StrCat("http://", traces->view_->grpc_endpoint());
  }
  ExportOptions app;
  app.endpoint = traces->endpoint_;
  app.service = "app";
  app.sampled = kMostRecordedPerSecond /
                std::max(kMostRecordedPerSecond, options.requests_per_second);
  auto spans = SpanExport::Start(app);
  if (!spans.ok()) return spans.status();
  traces->app_ = *std::move(spans);
  return traces;
}

std::string RunTraces::link() const {
  return view_ == nullptr ? "" : absl::StrCat(view_->url(), "#f=retried");
}

bool RunTraces::stays() const {
  return view_ != nullptr &&
         (mode_ == ViewMode::kKeep || isatty(STDOUT_FILENO) == 1);
}

absl::Status RunTraces::Record(const std::string& path) {
  if (view_ == nullptr) {
    return absl::FailedPreconditionError(
        "record: requires the trace view of this process");
  }
  return traceview::SaveRecording(path, view_->store());
}

void RunTraces::Serve(Interruption& interruption, absl::Duration idle) {
  uint64_t asked = view_->requests();
  MonotonicTime end = RealClock().Now() + idle;
  while (RealClock().Now() < end) {
    if (interruption.WaitUntil(std::min(end, RealClock().Now() + kLook))) {
      return;
    }
    if (asked == view_->requests()) continue;
    asked = view_->requests();
    end = RealClock().Now() + idle;
  }
}

}  // namespace baton::stack
