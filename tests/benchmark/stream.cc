// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// What a message of a stream costs with Baton, as ratios to bare gRPC in the
// same run; docs/benchmarks.md says what of it is promised.
//
//   stream              all of it, some minutes
//   stream --smoke      a few messages
//   stream --only=sync  one section: sync, queue, callback or memory
//   stream --kind=write --load=sync --subject=retrying --calls=1000
//                       only sends that many messages: for profilers

#include <cstdio>
#include <cstring>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "tests/benchmark/comparison.h"
#include "tests/benchmark/held_streams.h"
#include "tests/benchmark/load.h"
#include "tests/benchmark/results.h"
#include "tests/benchmark/server_process.h"
#include "tests/benchmark/stream_load.h"
#include "tests/benchmark/subjects.h"

namespace baton::benchmarks {
namespace {

struct Arguments {
  bool smoke = false;
  std::string only;
  std::string kind;
  std::string load = "sync";
  std::string subject = "bare";
  int messages = 1000;
};

// What a stream costs that may have to be sent again. A client's streams keep
// no more than 256 KiB each: what has sent more keeps nothing.
void Memory(const std::string& address, bool smoke) {
  const int streams = smoke ? 2 : 100;
  std::printf("memory, bytes per stream, %d streams\n", streams);
  for (const int messages : {0, 64, 192, 320, 640, 1280}) {
    std::printf("  %3d KiB sent", messages);
    double bare = 0;
    for (const char* name : {"bare", "noop", "direct", "retrying"}) {
      Subject subject = MakeSubject(name, address);
      // gRPC learns from the first how much memory a call wants.
      HeldStreams(*subject.stub, streams, messages);
      const double bytes =
          HeldStreams(*subject.stub, streams, messages).bytes_per_stream();
      if (bare == 0) bare = bytes;
      std::printf("  %s %.0f", name, bytes);
      if (bytes != bare) std::printf(" (%+.0f)", bytes - bare);
    }
    std::printf("\n");
  }
}

int Measure(const std::string& address, const Arguments& arguments) {
  Results results;
  int failed = 0;
  for (const Style style : kStyles) {
    if (!arguments.only.empty() && arguments.only != NameOf(style)) continue;
    for (const StreamLoad load : kStreamLoads) {
      auto subjects =
          MakeSubjects({"bare", "noop", "direct", "retrying"}, address);
      const bool waits = load == StreamLoad::kPingPong;
      const Effort effort = arguments.smoke ? Effort{1, 20}
                            : waits         ? Effort{30, 1000}
                                            : Effort{30, 10'000};
      failed += Compare(
          absl::StrCat(NameOf(style), ", ", NameOf(load)), subjects, effort,
          [=](Stub& stub, int messages) {
            return MakeStream(stub, load, style, messages);
          },
          results);
    }
  }
  if (arguments.only.empty() || arguments.only == "memory") {
    Memory(address, arguments.smoke);
  }
  return failed;
}

int OnlyStream(const Arguments& arguments, const std::string& address) {
  Subject subject = MakeSubject(arguments.subject, address);
  for (const StreamLoad kind : kStreamLoads) {
    if (arguments.kind != NameOf(kind)) continue;
    const Taken taken = MakeStream(
        *subject.stub, kind, StyleNamed(arguments.load), arguments.messages);
    return taken.failed == 0 ? 0 : 1;
  }
  std::fprintf(stderr, "no such kind: %s\n", arguments.kind.c_str());
  return 2;
}

bool Parse(int argc, char** argv, Arguments* arguments) {
  for (int i = 1; i < argc; ++i) {
    absl::string_view argument = argv[i];
    if (argument == "--smoke") {
      arguments->smoke = true;
    } else if (absl::ConsumePrefix(&argument, "--only=")) {
      arguments->only = std::string(argument);
    } else if (absl::ConsumePrefix(&argument, "--kind=")) {
      arguments->kind = std::string(argument);
    } else if (absl::ConsumePrefix(&argument, "--load=")) {
      arguments->load = std::string(argument);
    } else if (absl::ConsumePrefix(&argument, "--subject=")) {
      arguments->subject = std::string(argument);
    } else if (!absl::ConsumePrefix(&argument, "--calls=") ||
               !absl::SimpleAtoi(argument, &arguments->messages)) {
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
  const ServerProcess server;
  if (!arguments.kind.empty()) return OnlyStream(arguments, server.address());
  return Measure(server.address(), arguments) == 0 ? 0 : 1;
}

}  // namespace
}  // namespace baton::benchmarks

int main(int argc, char** argv) { return baton::benchmarks::Main(argc, argv); }
