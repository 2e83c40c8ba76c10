// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Measures the cost of a request at a server with Baton, as a ratio to the same
// server without Baton. docs/benchmarks.md has the results.
//
//   server                     all of it
//   server --smoke             all of it, with a few calls
//   server --load=sync --subject=installed --calls=1000 [--client=direct]
//                              only serves this number of calls, for
//                              profilers. Another process makes the calls

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "tests/benchmark/server_process.h"
#include "tests/benchmark/support/benchmark_service.h"
#include "tests/benchmark/support/command_line.h"
#include "tests/benchmark/support/comparison.h"
#include "tests/benchmark/support/load.h"
#include "tests/benchmark/support/results.h"
#include "tests/benchmark/support/server_kinds.h"
#include "tests/benchmark/support/subjects.h"

ABSL_FLAG(std::string, client, "bare",
          "\"direct\" brings a budget with each call, \"bare\" none");
ABSL_FLAG(std::string, address, "", "of the process that only makes calls");

namespace baton::benchmarks {
namespace {

constexpr int kManyInFlight = 64;

int InFlight(Style style) { return style == Style::kSync ? 1 : kManyInFlight; }

// Makes the same calls to a server of each kind.
int CompareServers(const std::string& client, const std::string& handlers,
                   Style style, const Effort& effort, Results& results) {
  std::vector<std::unique_ptr<ServerProcess>> servers;
  std::vector<Subject> subjects;
  for (const char* kind : {"bare", "noop", "installed"}) {
    servers.push_back(
        std::make_unique<ServerProcess>(absl::StrCat(kind, handlers)));
    subjects.push_back(MakeSubject(client, servers.back()->address()));
    subjects.back().name = kind;
  }
  return Compare(
      absl::StrCat(handlers.empty() ? "callback" : "synchronous", " handlers, ",
                   InFlight(style), " in flight, client ", client),
      subjects, effort,
      [style](Stub& stub, int calls) {
        return MakeCalls(stub, kEcho, style, InFlight(style), calls);
      },
      results);
}

int RunAll(bool smoke) {
  Results results;
  int failed = 0;
  for (const char* handlers : {"", "-sync"}) {
    for (const char* client : {"bare", "direct"}) {
      failed += CompareServers(client, handlers, Style::kSync,
                               smoke ? Effort{1, 5} : Effort{60, 200}, results);
      failed +=
          CompareServers(client, handlers, Style::kQueue,
                         smoke ? Effort{1, 5} : Effort{30, 1000}, results);
    }
  }
  return failed;
}

int OnlyMakeCalls(const std::string& load, const std::string& address) {
  Subject subject = MakeSubject(absl::GetFlag(FLAGS_client), address);
  const Style style = StyleNamed(load);
  return MakeCalls(*subject.stub, kEcho, style, InFlight(style),
                   absl::GetFlag(FLAGS_calls))
      .failed;
}

int OnlyServe(const std::string& load) {
  int port = 0;
  const std::unique_ptr<ServerOfKind> server =
      StartServer(absl::GetFlag(FLAGS_subject), &port);
  if (server == nullptr) return 1;
  const bool all =
      RunThisProgram({absl::StrCat("--address=127.0.0.1:", port),
                      absl::StrCat("--load=", load),
                      absl::StrCat("--client=", absl::GetFlag(FLAGS_client)),
                      absl::StrCat("--calls=", absl::GetFlag(FLAGS_calls))});
  return all ? 0 : 1;
}

int Main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], kServe) == 0) return Serve(argv[2]);
  ParseCommandLine(argc, argv);
  const std::string load = absl::GetFlag(FLAGS_load);
  const std::string address = absl::GetFlag(FLAGS_address);
  if (!address.empty()) return OnlyMakeCalls(load, address) == 0 ? 0 : 1;
  if (!load.empty()) return OnlyServe(load);
  return RunAll(absl::GetFlag(FLAGS_smoke)) == 0 ? 0 : 1;
}

}  // namespace
}  // namespace baton::benchmarks

int main(int argc, char** argv) { return baton::benchmarks::Main(argc, argv); }
