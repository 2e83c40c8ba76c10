// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Measures the cost of a unary call with Baton, as a ratio to bare gRPC in the
// same run. docs/benchmarks.md has the goals.
//
//   unary                      all of it, some minutes
//   unary --smoke              all of it, with a few calls
//   unary --json=FILE          also writes the results there
//   unary --only=sync          one section: sync, queue, callback, faults,
//                              allocations, memory or growth
//   unary --load=sync --subject=retrying --calls=1000 [--in_flight=64]
//                              only makes calls: for profilers. --fails=1: the
//                              server fails 1 of 3 attempts

#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "tests/benchmark/server_process.h"
#include "tests/benchmark/support/allocations.h"
#include "tests/benchmark/support/benchmark_service.h"
#include "tests/benchmark/support/command_line.h"
#include "tests/benchmark/support/comparison.h"
#include "tests/benchmark/support/held_calls.h"
#include "tests/benchmark/support/load.h"
#include "tests/benchmark/support/results.h"
#include "tests/benchmark/support/subjects.h"

ABSL_FLAG(int, in_flight, 0, "with --load: at a time; 0: as suits the API");
ABSL_FLAG(int, fails, 0, "with --load: this many of 3 attempts fail, 0 to 2");

namespace baton::benchmarks {
namespace {

constexpr int kManyInFlight = 64;

class UnaryBenchmark {
 public:
  explicit UnaryBenchmark(const ServerProcess& server)
      : server_(server), address_(server.address()) {}

  void Run() {
    for (const Style style : kStyles) {
      if (Wanted(NameOf(style))) Healthy(style);
    }
    if (Wanted("faults")) Faults();
    if (Wanted("allocations")) Allocate();
    if (Wanted("memory")) Memory();
    if (Wanted("growth")) Growth();
  }

  const Results& results() const { return results_; }
  // Returns the number of calls with an unexpected outcome.
  int failed() const { return failed_; }

 private:
  using Names = std::vector<std::string>;

  bool Wanted(absl::string_view section) const {
    return only_.empty() || only_ == section;
  }

  void CompareCalls(const Names& names, const std::string& server, char what,
                    Style style, int in_flight, Effort effort) {
    auto subjects = MakeSubjects(names, address_);
    failed_ += Compare(
        absl::StrCat(NameOf(style), ", ", in_flight, " in flight, ", server),
        subjects, smoke_ ? Effort{1, 5} : effort,
        [=](Stub& stub, int calls) {
          const double before = server_.CpuSeconds();
          Taken taken = MakeCalls(stub, what, style, in_flight, calls);
          taken.server_cpu_seconds_per_call =
              (server_.CpuSeconds() - before) / calls;
          return taken;
        },
        results_);
  }

  void Healthy(Style style) {
    const Names names = {"bare",   "noop",     "header", "native",
                         "direct", "retrying", "middle"};
    CompareCalls(names, "healthy", kEcho, style, 1, {80, 200});
    CompareCalls(names, "healthy", kEcho, style, kManyInFlight, {40, 1000});
  }

  void Faults() {
    const Names names = {"native", "retrying"};
    for (const Style style : kStyles) {
      for (const int in_flight : {1, kManyInFlight}) {
        const Effort effort =
            in_flight == 1 ? Effort{40, 100} : Effort{40, 500};
        CompareCalls(names, "1 of 3 attempts fails", kFailThirdAtOnce, style,
                     in_flight, effort);
        CompareCalls(names, "2 of 3 attempts fail", kFailTwiceAtOnce, style,
                     in_flight, effort);
      }
    }
    CompareCalls(names, "2 of 3 attempts fail, backoff 1 ms", kFailTwice,
                 Style::kSync, 1, {20, 50});
  }

  void Allocate() {
    const int calls = smoke_ ? 5 : 1000;
    std::printf("heap allocations per call, by operator new\n");
    for (const Style style : kStyles) {
      for (const char* name :
           {"bare", "noop", "native", "direct", "retrying"}) {
        Subject subject = MakeSubject(name, address_);
        MakeCalls(*subject.stub, kEcho, style, 1, calls);
        const AllocationCounter counter;
        MakeCalls(*subject.stub, kEcho, style, 1, calls);
        const Allocations counted = counter.Counted();
        const double all = static_cast<double>(counted.all) / calls;
        const double by_new = static_cast<double>(counted.by_new) / calls;
        std::printf("  %-8s %-10s %.1f  %.1f\n", NameOf(style), name, all,
                    by_new);
        results_.Add({absl::StrCat(NameOf(style), ", allocations"),
                      name,
                      {{"per_call", all}, {"by_new_per_call", by_new}}});
      }
    }
  }

  double BytesPerCall(absl::string_view name, int calls) const {
    Subject subject = MakeSubject(name, address_);
    // gRPC learns from the first calls how much memory a call needs.
    MakeCalls(*subject.stub, kEcho, Style::kQueue, 1, smoke_ ? 5 : 200);
    HeldCalls(*subject.stub, calls);
    return HeldCalls(*subject.stub, calls).bytes_per_call();
  }

  int HeldCount() const { return smoke_ ? 50 : 10'000; }

  void Memory() {
    std::printf("bytes per call in flight, %d calls\n", HeldCount());
    double bare = 0;
    for (const char* name :
         {"bare", "noop", "header", "native", "direct", "retrying"}) {
      const double bytes = BytesPerCall(name, HeldCount());
      if (bare == 0) bare = bytes;
      std::printf("  %-10s %.0f  beyond bare %.0f\n", name, bytes,
                  bytes - bare);
      results_.Add({"memory",
                    name,
                    {{"bytes_per_call", bytes},
                     {"bytes_beyond_bare", bytes - bare},
                     {"calls", HeldCount()}}});
    }
  }

  void Growth() {
    const Effort effort{60, 200};
    const Names names = {"bare", "noop", "direct", "retrying"};
    CompareCalls({"retrying", "many"}, "100 000 methods", kEcho, Style::kSync,
                 1, effort);
    CompareCalls(names, "nothing else", kEcho, Style::kSync, 1, effort);
    Subject holder = MakeSubject("retrying", address_);
    const HeldCalls held(*holder.stub, HeldCount());
    CompareCalls(names, "beside 10 000 retrying calls", kEcho, Style::kSync, 1,
                 effort);
  }

  const bool smoke_ = absl::GetFlag(FLAGS_smoke);
  const std::string only_ = absl::GetFlag(FLAGS_only);
  const ServerProcess& server_;
  const std::string address_;
  Results results_;
  int failed_ = 0;
};

// Returns the payload for a server that fails `fails` of 3 attempts.
char FailingServer(int fails) {
  return fails == 0 ? kEcho : fails == 1 ? kFailThirdAtOnce : kFailTwiceAtOnce;
}

int OnlyMakeCalls(const std::string& load, const std::string& address) {
  Subject subject = MakeSubject(absl::GetFlag(FLAGS_subject), address);
  const Style style = StyleNamed(load);
  int in_flight = absl::GetFlag(FLAGS_in_flight);
  if (in_flight <= 0) in_flight = style == Style::kSync ? 1 : kManyInFlight;
  const Taken taken =
      MakeCalls(*subject.stub, FailingServer(absl::GetFlag(FLAGS_fails)), style,
                in_flight, absl::GetFlag(FLAGS_calls));
  return taken.failed == 0 ? 0 : 1;
}

bool WriteFile(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::trunc);
  file << text;
  file.close();
  if (file.good()) return true;
  std::fprintf(stderr, "cannot write %s\n", path.c_str());
  return false;
}

int Main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], kServe) == 0) return Serve(argv[2]);
  ParseCommandLine(argc, argv);
  const ServerProcess server;
  if (const std::string load = absl::GetFlag(FLAGS_load); !load.empty()) {
    return OnlyMakeCalls(load, server.address());
  }
  UnaryBenchmark benchmark(server);
  benchmark.Run();
  if (const std::string json = absl::GetFlag(FLAGS_json);
      !json.empty() && !WriteFile(json, benchmark.results().ToJson())) {
    return 1;
  }
  return benchmark.failed() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace baton::benchmarks

int main(int argc, char** argv) { return baton::benchmarks::Main(argc, argv); }
