// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Measures the cost of a message of a stream with Baton, as a ratio to bare
// gRPC in the same run. docs/benchmarks.md has the goals.
//
//   stream              all of it, some minutes
//   stream --smoke      a few messages
//   stream --only=sync  one section: sync, queue, callback or memory
//   stream --kind=write --load=sync --subject=retrying --calls=1000
//                       only sends that many messages: for profilers

#include <cstdio>
#include <cstring>
#include <string>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "tests/benchmark/server_process.h"
#include "tests/benchmark/support/command_line.h"
#include "tests/benchmark/support/comparison.h"
#include "tests/benchmark/support/held_streams.h"
#include "tests/benchmark/support/load.h"
#include "tests/benchmark/support/results.h"
#include "tests/benchmark/support/stream_load.h"
#include "tests/benchmark/support/subjects.h"

ABSL_FLAG(std::string, kind, "",
          "only one stream, of --calls messages: read, write or ping-pong");

namespace baton::benchmarks {
namespace {

// Measures the memory of a stream that may be retried. A client's stream keeps
// at most 256 KiB. A stream that has sent more keeps nothing.
void Memory(const std::string& address, bool smoke) {
  const int streams = smoke ? 2 : 100;
  std::printf("memory, bytes per stream, %d streams\n", streams);
  for (const int messages : {0, 64, 192, 320, 640, 1280}) {
    std::printf("  %3d KiB sent", messages);
    double bare = 0;
    for (const char* name : {"bare", "noop", "direct", "retrying"}) {
      Subject subject = MakeSubject(name, address);
      // gRPC learns from the first streams how much memory a call needs.
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

int Measure(const std::string& address) {
  const bool smoke = absl::GetFlag(FLAGS_smoke);
  const std::string only = absl::GetFlag(FLAGS_only);
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
  if (only.empty() || only == "memory") {
    Memory(address, smoke);
  }
  return failed;
}

int OnlyStream(const std::string& wanted, const std::string& address) {
  Subject subject = MakeSubject(absl::GetFlag(FLAGS_subject), address);
  for (const StreamLoad kind : kStreamLoads) {
    if (wanted != NameOf(kind)) continue;
    const Taken taken =
        MakeStream(*subject.stub, kind, StyleNamed(absl::GetFlag(FLAGS_load)),
                   absl::GetFlag(FLAGS_calls));
    return taken.failed == 0 ? 0 : 1;
  }
  std::fprintf(stderr, "no such kind: %s\n", wanted.c_str());
  return 2;
}

int Main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], kServe) == 0) return Serve(argv[2]);
  ParseCommandLine(argc, argv);
  const ServerProcess server;
  if (const std::string kind = absl::GetFlag(FLAGS_kind); !kind.empty()) {
    return OnlyStream(kind, server.address());
  }
  return Measure(server.address()) == 0 ? 0 : 1;
}

}  // namespace
}  // namespace baton::benchmarks

int main(int argc, char** argv) { return baton::benchmarks::Main(argc, argv); }
