// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Runs the trace view as a separate program. --help prints its flags.

#include <csignal>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "tools/traceview/store/recording.h"
#include "tools/traceview/trace_view.h"

namespace {

constexpr char kHelp[] = R"(Shows OpenTelemetry traces and explains retries.

  %s [--http_port=4318] [--grpc_port=4317] [--open=FILE]...

Receives OTLP over HTTP and gRPC on the loopback interface and shows the traces
on a web page. The default ports are the default ports of OTLP exporters.

  --http_port=PORT   port of the page and of OTLP/HTTP; 0: a free port
  --grpc_port=PORT   port of OTLP/gRPC; 0: a free port
  --max_mib=N        memory for traces in MiB (256); drops the oldest traces
  --open=FILE        shows a recording: OTLP JSON, one request or one per line
  --help             prints this text
)";

struct Flags {
  baton::traceview::TraceViewOptions view;
  std::vector<std::string> recordings;
  bool help = false;
  std::string error;
};

bool ParseNumber(absl::string_view text, int most, int* number) {
  return absl::SimpleAtoi(text, number) && *number >= 0 && *number <= most;
}

Flags ParseFlags(const std::vector<std::string>& arguments) {
  constexpr int kMostPort = 65535;
  constexpr int kMostMib = 1 << 20;
  Flags flags;
  flags.view.http_port = 4318;
  flags.view.grpc_port = 4317;
  for (size_t i = 0; i < arguments.size(); ++i) {
    absl::string_view rest = arguments[i];
    int number = 0;
    bool good = true;
    if (rest == "--help") {
      flags.help = true;
    } else if (rest == "--open") {
      good = ++i < arguments.size();
      if (good) flags.recordings.push_back(arguments[i]);
    } else if (absl::ConsumePrefix(&rest, "--open=")) {
      flags.recordings.emplace_back(rest);
    } else if (absl::ConsumePrefix(&rest, "--http_port=")) {
      good = ParseNumber(rest, kMostPort, &flags.view.http_port);
    } else if (absl::ConsumePrefix(&rest, "--grpc_port=")) {
      good = ParseNumber(rest, kMostPort, &flags.view.grpc_port);
    } else if (absl::ConsumePrefix(&rest, "--max_mib=")) {
      good = ParseNumber(rest, kMostMib, &number) && number > 0;
      flags.view.store.max_bytes = static_cast<size_t>(number) << 20;
    } else {
      good = false;
    }
    if (!good) {
      flags.error = "unknown flag or invalid value: " +
                    (i < arguments.size() ? arguments[i] : "--open");
      return flags;
    }
  }
  return flags;
}

// Blocks the signals that end the program, in this thread and in the threads
// that it starts. sigwait() receives them.
sigset_t BlockEndSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

int Run(const Flags& flags, const std::string& name) {
  const sigset_t signals = BlockEndSignals();
  auto view = baton::traceview::TraceView::Start(flags.view);
  if (!view.ok()) {
    std::cerr << name << ": " << view.status().message()
              << "\nto use free ports, add --http_port=0 --grpc_port=0\n";
    return 1;
  }
  for (const std::string& path : flags.recordings) {
    const auto spans = baton::traceview::OpenRecording(path, (*view)->store());
    if (!spans.ok()) {
      std::cerr << name << ": " << spans.status().message() << "\n";
      return 1;
    }
    std::cout << path << ": " << *spans << " spans\n";
  }
  const std::string url = (*view)->url();
  std::cout << "Trace view: " << url << "\n"
            << "OTLP/gRPC:  " << (*view)->grpc_endpoint() << "\n"
            << "OTLP/HTTP:  " << url << "v1/traces\n"
            << "Press Ctrl-C to end." << std::endl;
  int signal = 0;
  sigwait(&signals, &signal);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const Flags flags = ParseFlags({argv + 1, argv + argc});
  // CMake installs the program as baton-traceview.
  std::string name = argv[0];
  name.erase(0, name.rfind('/') + 1);
  if (flags.help || !flags.error.empty()) {
    std::fprintf(flags.help ? stdout : stderr, kHelp, name.c_str());
    if (flags.help) return 0;
    std::cerr << "\n" << name << ": " << flags.error << "\n";
    return 2;
  }
  return Run(flags, name);
}
