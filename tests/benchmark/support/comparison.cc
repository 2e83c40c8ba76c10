// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/benchmark/support/comparison.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <numeric>
#include <utility>

namespace baton::benchmarks {
namespace {

// The results of a subject as ratios to the first subject: medians over the
// rounds of the ratio within each round.
struct Ratios {
  double time = 1;
  double cpu = 1;
  double server_cpu = 1;    // NaN if it was not measured
  double microseconds = 0;  // absolute: the median time of a call
  int failed = 0;
};

void Print(const std::string& subject, const Ratios& ratios) {
  std::printf("  %-10s time %.3f  throughput %.3f  client cpu %.3f",
              subject.c_str(), ratios.time, 1 / ratios.time, ratios.cpu);
  if (!std::isnan(ratios.server_cpu)) {
    std::printf("  server cpu %.3f", ratios.server_cpu);
  }
  if (ratios.failed != 0) std::printf("  FAILED %d", ratios.failed);
  std::printf("\n");
}

}  // namespace

double Median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle =
      values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

int Compare(const std::string& what, std::vector<Subject>& subjects,
            const Effort& effort, const Measure& measure, Results& results) {
  const std::size_t count = subjects.size();
  std::vector<std::vector<double>> time(count);
  std::vector<std::vector<double>> cpu(count);
  std::vector<std::vector<double>> server_cpu(count);
  std::vector<std::vector<double>> microseconds(count);
  std::vector<int> failed(count);
  // Connects, and warms up caches.
  for (Subject& subject : subjects) measure(*subject.stub, effort.calls);
  for (int round = 0; round < effort.rounds; ++round) {
    std::vector<Taken> taken(count);
    for (std::size_t i = 0; i < count; ++i) {
      // The order changes each round, because the first subject pays for
      // earlier work.
      const std::size_t turn = (i + static_cast<std::size_t>(round)) % count;
      taken[turn] = measure(*subjects[turn].stub, effort.calls);
    }
    for (std::size_t i = 0; i < count; ++i) {
      time[i].push_back(taken[i].seconds_per_call / taken[0].seconds_per_call);
      cpu[i].push_back(taken[i].cpu_seconds_per_call /
                       taken[0].cpu_seconds_per_call);
      server_cpu[i].push_back(taken[i].server_cpu_seconds_per_call /
                              taken[0].server_cpu_seconds_per_call);
      microseconds[i].push_back(taken[i].seconds_per_call * 1e6);
      failed[i] += taken[i].failed;
    }
  }
  std::printf("%s, to %s\n", what.c_str(), subjects[0].name.c_str());
  for (std::size_t i = 0; i < count; ++i) {
    Ratios ratios;
    ratios.time = Median(std::move(time[i]));
    ratios.cpu = Median(std::move(cpu[i]));
    ratios.server_cpu = Median(std::move(server_cpu[i]));
    ratios.microseconds = Median(std::move(microseconds[i]));
    ratios.failed = failed[i];
    Print(subjects[i].name, ratios);
    results.Add({what,
                 subjects[i].name,
                 {{"time_ratio", ratios.time},
                  {"throughput_ratio", 1 / ratios.time},
                  {"client_cpu_ratio", ratios.cpu},
                  {"server_cpu_ratio", ratios.server_cpu},
                  {"microseconds", ratios.microseconds},
                  {"failed", ratios.failed},
                  {"rounds", effort.rounds},
                  {"calls_per_round", effort.calls}}});
  }
  std::fflush(stdout);
  return std::accumulate(failed.begin(), failed.end(), 0);
}

}  // namespace baton::benchmarks
