// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// What a message of a stream costs with Baton, as ratios to bare gRPC in the
// same run; docs/benchmarks.md says what of it is promised.
//
//   stream              all of it, some minutes
//   stream --smoke      a few messages
//   stream --only=sync  one API: sync, queue or callback

#include <cstdio>
#include <cstring>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "tests/benchmark/comparison.h"
#include "tests/benchmark/results.h"
#include "tests/benchmark/server_process.h"
#include "tests/benchmark/stream_load.h"
#include "tests/benchmark/subjects.h"

namespace baton::benchmarks {
namespace {

int Measure(const std::string& address, bool smoke, absl::string_view only) {
  Results results;
  int failed = 0;
  for (const Style style : kStyles) {
    if (!only.empty() && only != NameOf(style)) continue;
    for (const StreamLoad load : kStreamLoads) {
      auto subjects =
          MakeSubjects({"bare", "noop", "direct", "retrying"}, address);
      const bool waits = load == StreamLoad::kPingPong;
      const Effort effort = smoke   ? Effort{1, 20}
                            : waits ? Effort{30, 1000}
                                    : Effort{30, 10'000};
      failed += Compare(
          absl::StrCat(NameOf(style), ", ", NameOf(load)), subjects, effort,
          [=](Stub& stub, int messages) {
            return MakeStream(stub, load, style, messages);
          },
          results);
    }
  }
  return failed;
}

int Main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], kServe) == 0) return Serve(argv[2]);
  bool smoke = false;
  std::string only;
  for (int i = 1; i < argc; ++i) {
    absl::string_view argument = argv[i];
    if (argument == "--smoke") {
      smoke = true;
    } else if (absl::ConsumePrefix(&argument, "--only=")) {
      only = std::string(argument);
    } else {
      std::fprintf(stderr, "no such argument: %s\n", argv[i]);
      return 2;
    }
  }
  const ServerProcess server;
  return Measure(server.address(), smoke, only) == 0 ? 0 : 1;
}

}  // namespace
}  // namespace baton::benchmarks

int main(int argc, char** argv) { return baton::benchmarks::Main(argc, argv); }
