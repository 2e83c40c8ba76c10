// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Runs five services whose last one fails, first with gRPC's own retries in
// every layer, then with Baton. Uses real processes and real calls. See
// README.md.
//
// The exit code is 0 if Baton kept its promises in this run, and 1 if it did
// not. It is 2 if the demo could not run, and 130 after an interruption.

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "examples/stack/driver/interruption.h"
#include "examples/stack/driver/live_line.h"
#include "examples/stack/driver/one_request.h"
#include "examples/stack/driver/promises.h"
#include "examples/stack/driver/result_table.h"
#include "examples/stack/driver/run.h"
#include "examples/stack/driver/run_traces.h"
#include "examples/stack/driver/scenario.h"
#include "examples/stack/driver/setup.h"
#include "examples/stack/driver/style.h"

ABSL_FLAG(std::string, scenario, "all",
          "outage, flaky, slow, overload, crash or all");
ABSL_FLAG(std::vector<std::string>, modes,
          std::vector<std::string>({"native", "baton"}),
          "the retries to compare: none, loop, native, native-throttled,"
          " baton");
ABSL_FLAG(bool, one_request, true,
          "start each mode with one request while the store is down");
ABSL_FLAG(absl::Duration, lasts, absl::ZeroDuration(),
          "duration of the failure; 0: the default of the scenario");
ABSL_FLAG(absl::Duration, after, absl::ZeroDuration(),
          "time to measure after the failure; 0: the default of the scenario");
ABSL_FLAG(double, rate, 0,
          "requests per second; 0: the default of the scenario");
ABSL_FLAG(bool, quick_reconnect, true,
          "gRPC waits at most half a second before it reconnects; false: gRPC's"
          " defaults");
ABSL_FLAG(std::string, policy, "",
          "policy file for Baton; empty: Baton's defaults");
ABSL_FLAG(std::string, view, "auto",
          "web page with the traces of Baton's run: off, auto (stays open at"
          " the end if the output is a terminal) or keep (stays open). If"
          " OTEL_EXPORTER_OTLP_ENDPOINT is set, the traces go there instead");
ABSL_FLAG(std::string, record, "", "file for the traces, as OTLP JSON");

namespace {

using baton::stack::Interruption;
using baton::stack::OneRequestRow;
using baton::stack::Outcome;
using baton::stack::Promise;
using baton::stack::ResultRow;
using baton::stack::RetryMode;
using baton::stack::RunTraces;
using baton::stack::Scenario;
using baton::stack::Setup;
using baton::stack::StackOptions;
using baton::stack::Style;
using baton::stack::ViewMode;

constexpr char kEndpoint[] = "OTEL_EXPORTER_OTLP_ENDPOINT";
// The page closes after this time without a request from a browser.
constexpr absl::Duration kIdle = absl::Minutes(10);

struct Plan {
  std::vector<RetryMode> modes;
  std::vector<Scenario> scenarios;
};

absl::StatusOr<Plan> ReadPlan() {
  Plan plan;
  for (const std::string& flag : absl::GetFlag(FLAGS_modes)) {
    const auto mode = baton::stack::ParseRetryMode(flag);
    if (!mode.ok()) return mode.status();
    plan.modes.push_back(*mode);
  }
  auto scenarios = baton::stack::ParseScenarios(absl::GetFlag(FLAGS_scenario));
  if (!scenarios.ok()) return scenarios.status();
  plan.scenarios = *std::move(scenarios);
  for (Scenario& scenario : plan.scenarios) {
    const absl::Duration lasts = absl::GetFlag(FLAGS_lasts);
    const absl::Duration after = absl::GetFlag(FLAGS_after);
    if (lasts > absl::ZeroDuration()) scenario.lasts = lasts;
    if (after > absl::ZeroDuration()) scenario.after = after;
    const double rate = absl::GetFlag(FLAGS_rate);
    if (rate > 0) scenario.requests_per_second = rate;
  }
  return plan;
}

// Returns the path of the shop program. Under Bazel, the path is relative to
// the working directory. Otherwise, it is relative to this program.
std::string ShopProgram() {
  const std::string below = "examples/stack/shop/shop";
  struct stat information = {};
  if (stat(below.c_str(), &information) == 0) return below;
  char path[4096];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof(path));
  const std::string self(path, size > 0 ? static_cast<size_t>(size) : 0);
  return absl::StrCat(self.substr(0, self.rfind('/')), "/shop/shop");
}

absl::StatusOr<std::unique_ptr<RunTraces>> StartTraces(const Plan& plan) {
  RunTraces::Options options;
  const auto mode = baton::stack::ParseViewMode(absl::GetFlag(FLAGS_view));
  if (!mode.ok()) return mode.status();
  options.mode = *mode;
  const char* const backend = std::getenv(kEndpoint);
  options.has_backend = backend != nullptr && *backend != '\0';
  if (!absl::GetFlag(FLAGS_record).empty() &&
      (options.mode == ViewMode::kOff || options.has_backend)) {
    return absl::InvalidArgumentError(
        "--record requires the trace view of this process: do not set"
        " --view=off or OTEL_EXPORTER_OTLP_ENDPOINT");
  }
  for (const Scenario& scenario : plan.scenarios) {
    options.requests_per_second =
        std::max(options.requests_per_second, scenario.requests_per_second);
  }
  return RunTraces::Start(options);
}

class Demo {
 public:
  Demo(Plan plan, Style style, RunTraces& traces, Interruption& interruption)
      : plan_(std::move(plan)),
        style_(style),
        traces_(traces),
        interruption_(interruption) {}

  absl::Status Run() {
    std::printf(
        "\n%s\n\n  app -> edge -> checkout -> inventory -> pricing -> store\n"
        "  %s\n",
        style_.Bold("Five services, and the last one fails").c_str(),
        style_
            .Dim("real processes; up to 3 attempts at each arrow; each request"
                 " has a deadline of 1 s")
            .c_str());
    for (const RetryMode mode : plan_.modes) {
      std::printf("\n%s\n", style_.Bold(NameOf(mode)).c_str());
      const absl::Status status = RunMode(mode);
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }

  // Prints the result table and the promises. Returns whether all were kept.
  bool Report() const {
    std::printf("\n%s", ResultTable(one_request_, rows_, style_).c_str());
    bool kept = true;
    if (!promises_.empty()) {
      std::printf("\n%s\n", style_.Bold("What Baton promises").c_str());
    }
    for (const Promise& promise : promises_) {
      kept &= promise.kept;
      std::printf("  %s  %s: %s\n",
                  promise.kept ? style_.Good("kept").c_str()
                               : style_.Bad("MISS").c_str(),
                  promise.text.c_str(), style_.Bold(promise.measured).c_str());
    }
    return kept;
  }

 private:
  StackOptions OptionsFor(RetryMode mode) const {
    StackOptions options;
    options.mode = mode;
    options.program = ShopProgram();
    options.quick_reconnect = absl::GetFlag(FLAGS_quick_reconnect);
    options.policy_file = absl::GetFlag(FLAGS_policy);
    options.otlp_endpoint = traces_.endpoint();
    options.app_telemetry = traces_.app_telemetry();
    return options;
  }

  absl::Status RunMode(RetryMode mode) {
    if (absl::GetFlag(FLAGS_one_request)) {
      const auto calls = baton::stack::CallsOfOneRequest(OptionsFor(mode));
      if (!calls.ok()) return calls.status();
      std::printf("  %sone request while the store is down: %s calls\n",
                  style_.Bold("down     ").c_str(),
                  style_.Bold(absl::StrCat(*calls)).c_str());
      one_request_.push_back({mode, *calls});
      if (mode == RetryMode::kBaton) {
        promises_.push_back(
            {"down: at most 3 calls at the store for one request",
             absl::StrCat(*calls), *calls <= baton::stack::kMostCalls});
      }
    }
    for (const Scenario& scenario : plan_.scenarios) {
      const absl::Status status = RunScenario(mode, scenario);
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }

  absl::Status RunScenario(RetryMode mode, const Scenario& scenario) {
    // Each scenario starts with new services.
    auto setup = Setup::Start(OptionsFor(mode));
    if (!setup.ok()) return setup.status();
    baton::stack::LiveLine line(scenario, style_);
    const auto outcome =
        baton::stack::Run(scenario, **setup, interruption_, &line);
    if (!outcome.ok()) return outcome.status();
    line.End(OneLine(*outcome));
    rows_.push_back({scenario.name, mode, *outcome});
    if (mode == RetryMode::kBaton) {
      for (Promise& promise : PromisesOf(scenario, *outcome)) {
        promises_.push_back(std::move(promise));
      }
    }
    return absl::OkStatus();
  }

  const Plan plan_;
  const Style style_;
  RunTraces& traces_;
  Interruption& interruption_;
  std::vector<OneRequestRow> one_request_;
  std::vector<ResultRow> rows_;
  std::vector<Promise> promises_;
};

// Prints where the traces are, and serves the page. Returns false if the file
// of --record cannot be written.
bool ShowTraces(RunTraces& traces, Interruption& interruption, Style style) {
  if (!traces.Flush()) {
    std::cerr << "demo: not all traces could be exported" << std::endl;
  }
  const std::string file = absl::GetFlag(FLAGS_record);
  if (!file.empty()) {
    const absl::Status recorded = traces.Record(file);
    if (!recorded.ok()) {
      std::cerr << "demo: " << recorded.message() << std::endl;
      return false;
    }
    std::printf("\nTraces of every attempt are in %s\n", file.c_str());
  }
  if (!traces.stays()) return true;
  std::printf("\nTrace view of every attempt: %s\n%s\n",
              style.Bold(traces.link()).c_str(),
              style.Dim("Press Ctrl-C to end.").c_str());
  traces.Serve(interruption, kIdle);
  return true;
}

int Fail(const absl::Status& status) {
  if (absl::IsCancelled(status)) {
    std::cerr << "\ninterrupted" << std::endl;
    return 130;
  }
  std::cerr << "demo: " << status.message() << std::endl;
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  absl::SetProgramUsageMessage(
      "compares Baton with gRPC's retries while a service fails");
  absl::ParseCommandLine(argc, argv);
  // Line buffering, so that the reader of a pipe gets each line at once.
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  Interruption interruption;
  auto plan = ReadPlan();
  if (!plan.ok()) return Fail(plan.status());
  const auto traces = StartTraces(*plan);
  if (!traces.ok()) return Fail(traces.status());
  const Style style = Style::OfOutput();
  Demo demo(*std::move(plan), style, **traces, interruption);
  const absl::Status status = demo.Run();
  if (!status.ok()) return Fail(status);
  const bool kept = demo.Report();
  if (!ShowTraces(**traces, interruption, style)) return 2;
  return kept ? 0 : 1;
}
