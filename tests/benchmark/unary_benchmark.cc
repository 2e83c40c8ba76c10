// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// What a unary call costs with Baton, as ratios to bare gRPC in the same run;
// docs/benchmarks.md says what of it is promised.
//
//   unary_benchmark                      all of it, some minutes
//   unary_benchmark --smoke              all of it, with a few calls
//   unary_benchmark --only=sync          one section: sync, queue, callback,
//                                        faults, memory or growth
//   unary_benchmark --load=sync --subject=retrying --calls=1000
//                                        only makes calls: for profilers

#include <cstdio>
#include <cstring>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "tests/benchmark/benchmark_service.h"
#include "tests/benchmark/comparison.h"
#include "tests/benchmark/held_calls.h"
#include "tests/benchmark/load.h"
#include "tests/benchmark/server_process.h"
#include "tests/benchmark/subjects.h"

namespace baton::benchmarks {
namespace {

constexpr int kInFlight = 64;

struct Arguments {
  bool smoke = false;
  std::string only;
  std::string load;
  std::string subject = "bare";
  int calls = 1000;
};

class UnaryBenchmark {
 public:
  UnaryBenchmark(const Arguments& arguments, const std::string& address)
      : arguments_(arguments), address_(address) {}

  void Run() {
    if (Wanted("sync")) Sync("sync, p50");
    if (Wanted("queue")) Queue();
    if (Wanted("callback")) Callback();
    if (Wanted("faults")) Faults();
    if (Wanted("memory")) Memory();
    if (Wanted("growth")) Growth();
  }

 private:
  bool Wanted(absl::string_view section) const {
    return arguments_.only.empty() || arguments_.only == section;
  }

  Effort Scaled(int rounds, int calls) const {
    return arguments_.smoke ? Effort{1, 20} : Effort{rounds, calls};
  }

  void Sync(const std::string& what) const {
    auto subjects =
        MakeSubjects({"bare", "noop", "direct", "retrying"}, address_);
    Compare(what, subjects, Scaled(120, 200),
            [](Stub& stub, int calls) { return CallSync(stub, kEcho, calls); });
  }

  void Queue() const {
    auto subjects =
        MakeSubjects({"bare", "noop", "direct", "retrying"}, address_);
    Compare("queue, 64 in flight", subjects, Scaled(40, 1500),
            [](Stub& stub, int calls) {
              return CallByQueue(stub, kEcho, calls, kInFlight);
            });
  }

  void Callback() const {
    auto subjects =
        MakeSubjects({"bare", "noop", "direct", "retrying"}, address_);
    Compare("callback, 64 in flight", subjects, Scaled(40, 1500),
            [](Stub& stub, int calls) {
              return CallByCallback(stub, kEcho, calls, kInFlight);
            });
  }

  void Faults() const {
    auto subjects = MakeSubjects({"native", "retrying"}, address_);
    Compare("2 of 3 attempts fail, no wait by pushback", subjects,
            Scaled(60, 100), [](Stub& stub, int calls) {
              return CallSync(stub, kFailTwiceAtOnce, calls);
            });
    Compare("2 of 3 attempts fail, backoff 1 ms", subjects, Scaled(20, 50),
            [](Stub& stub, int calls) {
              return CallSync(stub, kFailTwice, calls);
            });
  }

  double BytesPerCall(absl::string_view name, int calls) const {
    Subject subject = MakeSubject(name, address_);
    // gRPC learns from the first calls how much memory a call wants.
    CallByQueue(*subject.stub, kEcho, 200, 1);
    HeldCalls(*subject.stub, calls);
    return HeldCalls(*subject.stub, calls).bytes_per_call();
  }

  void Memory() const {
    const int calls = arguments_.smoke ? 50 : 10'000;
    const double bare = BytesPerCall("bare", calls);
    std::printf("bytes per call in flight, %d calls\n", calls);
    std::printf("  %-10s %.0f\n", "bare", bare);
    for (const char* name : {"noop", "direct", "retrying"}) {
      const double bytes = BytesPerCall(name, calls);
      std::printf("  %-10s %.0f  beyond bare %.0f\n", name, bytes,
                  bytes - bare);
    }
  }

  void Growth() const {
    auto subjects = MakeSubjects({"retrying", "many"}, address_);
    Compare("100 000 methods, sync p50", subjects, Scaled(60, 200),
            [](Stub& stub, int calls) { return CallSync(stub, kEcho, calls); });
    Sync("sync p50, nothing else in flight");
    const int calls = arguments_.smoke ? 50 : 10'000;
    Subject holder = MakeSubject("retrying", address_);
    const HeldCalls held(*holder.stub, calls);
    Sync("sync p50, with 10 000 retrying calls in flight");
  }

  const Arguments& arguments_;
  const std::string address_;
};

int MakeCalls(const Arguments& arguments, const std::string& address) {
  Subject subject = MakeSubject(arguments.subject, address);
  Taken taken;
  if (arguments.load == "queue") {
    taken = CallByQueue(*subject.stub, kEcho, arguments.calls, kInFlight);
  } else if (arguments.load == "callback") {
    taken = CallByCallback(*subject.stub, kEcho, arguments.calls, kInFlight);
  } else if (arguments.load == "sync") {
    taken = CallSync(*subject.stub, kEcho, arguments.calls);
  } else {
    std::fprintf(stderr, "no such load: %s\n", arguments.load.c_str());
    return 2;
  }
  return taken.failed == 0 ? 0 : 1;
}

bool Parse(int argc, char** argv, Arguments* arguments) {
  for (int i = 1; i < argc; ++i) {
    absl::string_view argument = argv[i];
    if (argument == "--smoke") {
      arguments->smoke = true;
    } else if (absl::ConsumePrefix(&argument, "--only=")) {
      arguments->only = std::string(argument);
    } else if (absl::ConsumePrefix(&argument, "--load=")) {
      arguments->load = std::string(argument);
    } else if (absl::ConsumePrefix(&argument, "--subject=")) {
      arguments->subject = std::string(argument);
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
  if (argc == 2 && std::strcmp(argv[1], kServe) == 0) return Serve();
  Arguments arguments;
  if (!Parse(argc, argv, &arguments)) return 2;
  const ServerProcess server;
  if (!arguments.load.empty()) return MakeCalls(arguments, server.address());
  UnaryBenchmark(arguments, server.address()).Run();
  return 0;
}

}  // namespace
}  // namespace baton::benchmarks

int main(int argc, char** argv) { return baton::benchmarks::Main(argc, argv); }
