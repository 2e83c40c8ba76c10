// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Measures the effect of hedging on the tail latency of a server, and the extra
// load. One response in a hundred, at random, takes 50 ms. The calls are
// synchronous and run one after the other. docs/benchmarks.md has the goals.
//
//   hedge              all of it, a minute
//   hedge --smoke      a few calls
//   hedge --json=FILE  also writes the results there

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "baton/client.h"
#include "baton/testing/v1/scripted.grpc.pb.h"
#include "grpcpp/grpcpp.h"
#include "tests/benchmark/server_process.h"
#include "tests/benchmark/support/benchmark_service.h"
#include "tests/benchmark/support/command_line.h"
#include "tests/benchmark/support/load.h"
#include "tests/benchmark/support/results.h"
#include "tests/benchmark/support/subjects.h"

namespace baton::benchmarks {
namespace {

using Clock = std::chrono::steady_clock;

// The results of one subject.
struct Tail {
  std::vector<double> millis;  // per call
  double attempts = 0;         // received by the server
  int failed = 0;

  double Quantile(double share) {
    const auto at = static_cast<std::ptrdiff_t>(
        share * static_cast<double>(millis.size() - 1));
    std::nth_element(millis.begin(), millis.begin() + at, millis.end());
    return millis[static_cast<std::size_t>(at)];
  }
};

void MakeCall(Stub& stub, Tail& tail) {
  testing::v1::CallRequest request;
  request.set_payload(PayloadFor(kSlowAtTimes));
  testing::v1::CallResponse response;
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() +
                       std::chrono::seconds(10));
  const Clock::time_point start = Clock::now();
  const grpc::Status status = stub.Call(&context, request, &response);
  const std::chrono::duration<double, std::milli> took = Clock::now() - start;
  tail.millis.push_back(took.count());
  if (!status.ok()) ++tail.failed;
  const auto report = GetCallReport(context);
  tail.attempts +=
      report.has_value() ? static_cast<double>(report->attempts.size()) : 1;
}

int Measure(const std::string& address, bool smoke, Results& results) {
  const int rounds = smoke ? 1 : 20;
  const int calls = smoke ? 150 : 1000;
  auto subjects = MakeSubjects({"bare", "retrying", "hedged"}, address);
  std::vector<Tail> tails(subjects.size());
  // Baton hedges a method only when its latency is known.
  for (Subject& subject : subjects) {
    Tail warm_up;
    for (int i = 0; i < (smoke ? 1 : 500); ++i)
      MakeCall(*subject.stub, warm_up);
  }
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      for (int k = 0; k < calls; ++k) MakeCall(*subjects[i].stub, tails[i]);
    }
  }
  std::printf("%d calls each; 1 %% of answers take %d ms\n", rounds * calls,
              static_cast<int>(kSlowAnswer.count()));
  std::printf("%-10s %8s %8s %8s   %s\n", "ms", "p50", "p99", "p99.9",
              "extra load");
  int failed = 0;
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    Tail& tail = tails[i];
    const double extra =
        tail.attempts / static_cast<double>(tail.millis.size()) - 1;
    const double p50 = tail.Quantile(0.5);
    const double p99 = tail.Quantile(0.99);
    const double p999 = tail.Quantile(0.999);
    std::printf("%-10s %8.3f %8.3f %8.3f   %.2f %%\n", subjects[i].name.c_str(),
                p50, p99, p999, extra * 100);
    results.Add({"1 % slow answers",
                 subjects[i].name,
                 {{"p50_ms", p50},
                  {"p99_ms", p99},
                  {"p999_ms", p999},
                  {"extra_load", extra}}});
    failed += tail.failed;
  }
  return failed;
}

int Main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], kServe) == 0) return Serve(argv[2]);
  ParseCommandLine(argc, argv);
  const std::string json = absl::GetFlag(FLAGS_json);
  const ServerProcess server;
  Results results;
  const int failed =
      Measure(server.address(), absl::GetFlag(FLAGS_smoke), results);
  if (!json.empty()) {
    std::ofstream file(json, std::ios::trunc);
    file << results.ToJson();
    file.close();
    if (!file.good()) {
      std::fprintf(stderr, "cannot write %s\n", json.c_str());
      return 1;
    }
  }
  return failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace baton::benchmarks

int main(int argc, char** argv) { return baton::benchmarks::Main(argc, argv); }
