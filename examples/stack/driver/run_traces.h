// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_DRIVER_RUN_TRACES_H_
#define BATON_EXAMPLES_STACK_DRIVER_RUN_TRACES_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "examples/stack/driver/interruption.h"
#include "examples/stack/shop/telemetry.h"
#include "tools/traceview/trace_view.h"

namespace baton::stack {

enum class ViewMode {
  kOff,   // no trace view
  kAuto,  // a trace view that stays after the run if there is a terminal
  kKeep,  // a trace view that stays after the run
};

// Returns INVALID_ARGUMENT unless `flag` is "off", "auto" or "keep".
absl::StatusOr<ViewMode> ParseViewMode(absl::string_view flag);

// The destination of the spans of a run: the user's own backend, a trace view
// inside this process, or none. Not thread-safe.
class RunTraces {
 public:
  struct Options {
    ViewMode mode = ViewMode::kAuto;
    // Export to the backend that the OTEL_* variables configure.
    bool has_backend = false;
    // The highest request rate of the run. The trace view records only a part
    // of a high rate.
    double requests_per_second = 0;
  };

  static absl::StatusOr<std::unique_ptr<RunTraces>> Start(
      const Options& options);

  // The endpoint for the services, and the telemetry for the users' calls.
  const std::string& endpoint() const { return endpoint_; }
  const std::shared_ptr<Telemetry>& app_telemetry() const {
    return app_->telemetry();
  }

  // Returns the URL of the trace view, filtered to retried calls. Empty if
  // there is no trace view.
  std::string link() const;
  // Returns whether the page stays open after the run.
  bool stays() const;

  // Writes the recorded spans as OTLP JSON. Returns FAILED_PRECONDITION without
  // a trace view.
  absl::Status Record(const std::string& path);

  // Serves the page until an interruption, or until no browser has sent a
  // request for the time `idle`.
  void Serve(Interruption& interruption, absl::Duration idle);

  // Exports all ended spans. Returns false if not all could be exported.
  bool Flush() { return app_->Flush(); }

 private:
  RunTraces() = default;

  ViewMode mode_ = ViewMode::kOff;
  std::unique_ptr<traceview::TraceView> view_;  // null without a trace view
  std::string endpoint_;
  std::unique_ptr<SpanExport> app_;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_RUN_TRACES_H_
