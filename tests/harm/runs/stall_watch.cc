// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/harm/runs/stall_watch.h"

#include <algorithm>
#include <chrono>

#include "absl/time/time.h"
#include "tests/support/real_time.h"

namespace baton::harm {
namespace {

constexpr int kPeriod = 2;  // in milliseconds

}  // namespace

StallWatch::StallWatch() : thread_([this] { Serve(); }) {}

StallWatch::~StallWatch() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

double StallWatch::Longest() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return longest_;
}

void StallWatch::Serve() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!stopping_) {
    const Stopwatch watch;
    changed_.wait_for(lock, std::chrono::milliseconds(kPeriod),
                      [this] { return stopping_; });
    const double took = absl::ToDoubleMilliseconds(watch.Elapsed());
    longest_ = std::max(longest_, took - kPeriod);
  }
}

}  // namespace baton::harm
