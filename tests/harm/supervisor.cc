// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/harm/supervisor.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "tests/harm/scenario.h"
#include "tests/harm/worker_process.h"

namespace baton::harm {
namespace {

constexpr std::size_t kMostPairs = 50;  // of one process

// The seeds of one process.
struct Chunk {
  std::vector<uint64_t> seeds;
  bool unlimited_stack = false;
};

std::deque<Chunk> Divide(const Work& work, int jobs) {
  // Small runs are divided, too, so that all jobs have work.
  const std::size_t pairs = std::min(
      kMostPairs, work.seeds.size() / static_cast<std::size_t>(2 * jobs) + 1);
  std::deque<Chunk> chunks;
  Chunk open[2];
  for (const uint64_t seed : work.seeds) {
    const Scenario scenario = DrawScenario(seed, work.profile);
    Chunk& chunk = open[scenario.unlimited_stack ? 1 : 0];
    chunk.unlimited_stack = scenario.unlimited_stack;
    chunk.seeds.push_back(seed);
    if (chunk.seeds.size() >= pairs) {
      chunks.push_back(std::exchange(chunk, Chunk()));
    }
  }
  for (Chunk& chunk : open) {
    if (!chunk.seeds.empty()) chunks.push_back(std::move(chunk));
  }
  return chunks;
}

class Supervisor {
 public:
  Supervisor(const Work& work, std::string options, int jobs, Tally& tally)
      : work_(work),
        options_(std::move(options)),
        tally_(tally),
        chunks_(Divide(work, jobs)) {}

  void Serve() {
    for (;;) {
      Chunk chunk;
      {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (chunks_.empty()) return;
        chunk = std::move(chunks_.front());
        chunks_.pop_front();
      }
      while (!chunk.seeds.empty()) RunProcess(chunk);
    }
  }

 private:
  // Runs pairs until the process ends. Removes the pairs that are done.
  void RunProcess(Chunk& chunk) {
    std::vector<std::string> arguments = absl::StrSplit(options_, ' ');
    arguments.push_back("--worker");
    arguments.push_back(absl::StrCat(
        "--replay=",
        absl::StrJoin(chunk.seeds, ",", [](std::string* out, uint64_t seed) {
          absl::StrAppend(out, absl::Hex(seed));
        })));
    WorkerProcess process(arguments, chunk.unlimited_stack);
    const uint64_t last_seed = chunk.seeds.back();
    bool in_pair = false;
    bool in_bare_run = true;
    std::string line;
    // Above the worker's own limit, for a worker that cannot end itself.
    while (process.ReadLine(3 * work_.hard_limit, &line)) {
      if (absl::StartsWith(line, "begin ")) {
        in_pair = true;
        in_bare_run = true;
        tally_.OnPair();
      } else if (absl::StartsWith(line, "phase ")) {
        in_bare_run = line == "phase bare";
      } else if (absl::StartsWith(line, "end ")) {
        in_pair = false;
        chunk.seeds.erase(chunk.seeds.begin());
      } else {
        OnReport(chunk.seeds.front(), line);
      }
    }
    const int exit = process.Wait();
    if (chunk.seeds.empty()) {
      // A leak, for example, if a sanitizer is on.
      if (exit != 0) OnBrokenProcess(last_seed, /*in_tested_run=*/true, exit);
      return;
    }
    OnBrokenProcess(chunk.seeds.front(), in_pair && !in_bare_run, exit);
    chunk.seeds.erase(chunk.seeds.begin());
  }

  void OnReport(uint64_t seed, const std::string& line) {
    const std::pair<std::string, std::string> parts =
        absl::StrSplit(line, absl::MaxSplits(' ', 1));
    if (parts.first == "finding") {
      const std::pair<std::string, std::string> finding =
          absl::StrSplit(parts.second, absl::MaxSplits(' ', 1));
      tally_.OnFinding(seed, finding.first, finding.second);
    } else if (parts.first == "limit") {
      tally_.OnLimit(parts.second);
    } else if (parts.first == "undecided") {
      tally_.OnUndecided();
    } else if (parts.first == "error") {
      tally_.OnError(seed, parts.second);
    }
  }

  void OnBrokenProcess(uint64_t seed, bool in_tested_run, int exit) {
    const bool hangs = exit == kHangExit || exit == -9;
    const std::string text =
        hangs ? absl::StrCat("did not end in ", work_.hard_limit, " ms")
              : absl::StrCat("process ended with ", exit);
    if (!in_tested_run) {
      tally_.OnError(seed, "bare gRPC: " + text);
    } else {
      tally_.OnFinding(seed, hangs ? "hang" : "crash", text);
    }
  }

  const Work& work_;
  const std::string options_;
  Tally& tally_;
  std::mutex mutex_;
  std::deque<Chunk> chunks_;  // guarded by mutex_
};

}  // namespace

void Supervise(const Work& work, const std::string& options, int jobs,
               Tally& tally) {
  jobs = std::max(jobs, 1);
  Supervisor supervisor(work, options, jobs, tally);
  std::vector<std::thread> threads;
  for (int i = 0; i < jobs; ++i) {
    threads.emplace_back([&supervisor] { supervisor.Serve(); });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace baton::harm
