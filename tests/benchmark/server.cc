// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// What a request costs a server that has Baton, as ratios to the same server
// without; docs/benchmarks.md says what was reached.
//
//   server                     all of it
//   server --smoke             all of it, with a few calls
//   server --load=sync --subject=installed --calls=1000 [--client=direct]
//                              only serves so many: for profilers. The calls
//                              are made by another process

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "tests/benchmark/benchmark_service.h"
#include "tests/benchmark/comparison.h"
#include "tests/benchmark/load.h"
#include "tests/benchmark/results.h"
#include "tests/benchmark/server_kinds.h"
#include "tests/benchmark/server_process.h"
#include "tests/benchmark/subjects.h"

namespace baton::benchmarks {
namespace {

constexpr int kManyInFlight = 64;

struct Arguments {
  bool smoke = false;
  std::string load;
  std::string subject = "bare";
  // "direct" brings a budget with each call, "bare" none.
  std::string client = "bare";
  std::string address;  // of the process that only makes calls
  int calls = 1000;
};

int InFlight(Style style) { return style == Style::kSync ? 1 : kManyInFlight; }

// The same calls to a server of each kind.
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

int OnlyMakeCalls(const Arguments& arguments) {
  Subject subject = MakeSubject(arguments.client, arguments.address);
  const Style style = StyleNamed(arguments.load);
  return MakeCalls(*subject.stub, kEcho, style, InFlight(style),
                   arguments.calls)
      .failed;
}

int OnlyServe(const Arguments& arguments) {
  int port = 0;
  const std::unique_ptr<ServerOfKind> server =
      StartServer(arguments.subject, &port);
  if (server == nullptr) return 1;
  const bool all = RunThisProgram({absl::StrCat("--address=127.0.0.1:", port),
                                   absl::StrCat("--load=", arguments.load),
                                   absl::StrCat("--client=", arguments.client),
                                   absl::StrCat("--calls=", arguments.calls)});
  return all ? 0 : 1;
}

bool Parse(int argc, char** argv, Arguments* arguments) {
  for (int i = 1; i < argc; ++i) {
    absl::string_view argument = argv[i];
    if (argument == "--smoke") {
      arguments->smoke = true;
    } else if (absl::ConsumePrefix(&argument, "--load=")) {
      arguments->load = std::string(argument);
    } else if (absl::ConsumePrefix(&argument, "--subject=")) {
      arguments->subject = std::string(argument);
    } else if (absl::ConsumePrefix(&argument, "--client=")) {
      arguments->client = std::string(argument);
    } else if (absl::ConsumePrefix(&argument, "--address=")) {
      arguments->address = std::string(argument);
    } else if (!absl::ConsumePrefix(&argument, "--calls=") ||
               !absl::SimpleAtoi(argument, &arguments->calls) ||
               arguments->calls <= 0) {
      std::fprintf(stderr, "no such argument: %s\n", argv[i]);
      return false;
    }
  }
  return true;
}

int Main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], kServe) == 0) return Serve(argv[2]);
  Arguments arguments;
  if (!Parse(argc, argv, &arguments)) return 2;
  if (!arguments.address.empty()) {
    return OnlyMakeCalls(arguments) == 0 ? 0 : 1;
  }
  if (!arguments.load.empty()) return OnlyServe(arguments);
  return RunAll(arguments.smoke) == 0 ? 0 : 1;
}

}  // namespace
}  // namespace baton::benchmarks

int main(int argc, char** argv) { return baton::benchmarks::Main(argc, argv); }
