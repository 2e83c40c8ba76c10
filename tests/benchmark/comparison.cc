// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/benchmark/comparison.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <utility>

namespace baton::benchmarks {

double Median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle =
      values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::vector<Ratios> Compare(const std::string& what,
                            std::vector<Subject>& subjects,
                            const Effort& effort, const Measure& measure) {
  const std::size_t count = subjects.size();
  std::vector<std::vector<double>> time(count);
  std::vector<std::vector<double>> cpu(count);
  std::vector<int> failed(count);
  // Connects, and warms whatever is warm later on.
  for (Subject& subject : subjects) measure(*subject.stub, effort.calls);
  for (int round = 0; round < effort.rounds; ++round) {
    std::vector<Taken> taken(count);
    for (std::size_t i = 0; i < count; ++i) {
      // In another order each time: the first pays for what was before.
      const std::size_t turn = (i + static_cast<std::size_t>(round)) % count;
      taken[turn] = measure(*subjects[turn].stub, effort.calls);
    }
    for (std::size_t i = 0; i < count; ++i) {
      time[i].push_back(taken[i].seconds_per_call / taken[0].seconds_per_call);
      cpu[i].push_back(taken[i].cpu_seconds_per_call /
                       taken[0].cpu_seconds_per_call);
      failed[i] += taken[i].failed;
    }
  }
  std::vector<Ratios> ratios(count);
  std::printf("%s, to %s\n", what.c_str(), subjects[0].name.c_str());
  for (std::size_t i = 1; i < count; ++i) {
    ratios[i].time = Median(std::move(time[i]));
    ratios[i].cpu = Median(std::move(cpu[i]));
    std::printf("  %-10s time %.3f  throughput %.3f  client cpu %.3f",
                subjects[i].name.c_str(), ratios[i].time, 1 / ratios[i].time,
                ratios[i].cpu);
    if (failed[i] != 0) std::printf("  FAILED %d", failed[i]);
    std::printf("\n");
  }
  std::fflush(stdout);
  return ratios;
}

}  // namespace baton::benchmarks
