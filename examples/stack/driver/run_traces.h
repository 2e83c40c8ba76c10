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
  kOff,   // nobody looks on
  kAuto,  // a trace view for as long as somebody at a terminal wants it
  kKeep,  // the same, without a terminal as well
};

// INVALID_ARGUMENT unless it is "off", "auto" or "keep".
absl::StatusOr<ViewMode> ParseViewMode(absl::string_view flag);

// Where the spans of a run go: to the user's own backend, or else to a trace
// view within this process, or nowhere. Not thread-safe.
class RunTraces {
 public:
  struct Options {
    ViewMode mode = ViewMode::kAuto;
    // To where the OTEL_* variables say.
    bool has_backend = false;
    // For the view: beyond so many requests a second only a share is recorded.
    double requests_per_second = 0;
  };

  static absl::StatusOr<std::unique_ptr<RunTraces>> Start(
      const Options& options);

  // For the services, and for the calls of their users.
  const std::string& endpoint() const { return endpoint_; }
  const std::shared_ptr<Telemetry>& app_telemetry() const {
    return app_->telemetry();
  }

  // Where people can look at them, first at those that were retried; empty if
  // nowhere.
  std::string link() const;
  // Whether the page is to stay when the run is over.
  bool stays() const;

  // Writes what there is as OTLP JSON. FAILED_PRECONDITION without a view.
  absl::Status Record(const std::string& path);

  // Serves the page until it is interrupted, or nobody has asked it for
  // anything for so long.
  void Serve(Interruption& interruption, absl::Duration idle);

  // For all that has ended to be there. False: it is not.
  bool Flush() { return app_->Flush(); }

 private:
  RunTraces() = default;

  ViewMode mode_ = ViewMode::kOff;
  std::unique_ptr<traceview::TraceView> view_;  // null: none here
  std::string endpoint_;
  std::unique_ptr<SpanExport> app_;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_DRIVER_RUN_TRACES_H_
