// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_HARM_TALLY_H_
#define BATON_TESTS_HARM_TALLY_H_

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>

namespace baton::harm {

// Counts and prints what the workers report. Thread-safe.
class Tally {
 public:
  // `options` is the part of the command line that replays a pair, without its
  // seed. At most `shown` findings of a class are printed. 0: all.
  Tally(std::string options, int shown);

  void OnPair();
  void OnFinding(uint64_t seed, const std::string& kind,
                 const std::string& text);
  void OnLimit(const std::string& name);
  void OnUndecided();
  void OnError(uint64_t seed, const std::string& text);

  // Prints the counts.
  void PrintSummary(double seconds) const;

  int findings() const;
  int errors() const;

 private:
  const std::string options_;
  const int shown_;
  mutable std::mutex mutex_;  // Guards the following fields.
  int pairs_ = 0;
  std::set<uint64_t> bad_pairs_;
  int undecided_ = 0;
  int errors_ = 0;
  std::map<std::string, int> findings_;
  std::map<std::string, int> limits_;
};

}  // namespace baton::harm

#endif  // BATON_TESTS_HARM_TALLY_H_
