// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SUPPORT_RESULTS_H_
#define BATON_TESTS_BENCHMARK_SUPPORT_RESULTS_H_

#include <string>
#include <utility>
#include <vector>

namespace baton::benchmarks {

// A row of a table: what was measured, and the values.
struct Result {
  std::string what;  // "sync, 1 in flight, healthy"
  std::string subject;
  std::vector<std::pair<std::string, double>> figures;
};

// All results of a run, for other programs.
class Results {
 public:
  void Add(Result result) { results_.push_back(std::move(result)); }

  // Returns {"load_average": [...], "results": [{"what": ..., "subject": ...,
  // value: number, ...}, ...]}. NaN is written as null. The load average is the
  // current one of the machine, and includes this run.
  std::string ToJson() const;

 private:
  std::vector<Result> results_;
};

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SUPPORT_RESULTS_H_
