// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SUPPORT_RESULTS_H_
#define BATON_TESTS_BENCHMARK_SUPPORT_RESULTS_H_

#include <string>
#include <utility>
#include <vector>

namespace baton::benchmarks {

// One line of a table: what was measured, and the figures.
struct Result {
  std::string what;  // "sync, 1 in flight, healthy"
  std::string subject;
  std::vector<std::pair<std::string, double>> figures;
};

// All that a run has measured, for programs to read.
class Results {
 public:
  void Add(Result result) { results_.push_back(std::move(result)); }

  // {"load_average": [...], "results": [{"what": ..., "subject": ...,
  // figure: number, ...}, ...]}, where a number that is none is null. The load
  // average is the machine's by now: how busy it was, with this run's own part.
  std::string ToJson() const;

 private:
  std::vector<Result> results_;
};

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SUPPORT_RESULTS_H_
