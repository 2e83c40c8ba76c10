// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_SCENARIOS_STORE_H_
#define BATON_TESTS_CORE_SCENARIOS_STORE_H_

#include <cstdint>
#include <deque>

#include "absl/time/time.h"
#include "baton/core/policy/random.h"
#include "tests/core/scenarios/event_loop.h"
#include "tests/core/scenarios/service.h"

namespace baton::scenarios {

// The last service of the stack, which has the failures.
//
// It has a few workers and a bounded queue, and rejects requests beyond it with
// UNAVAILABLE. Like most servers it also finishes requests that their caller
// has cancelled. While it is stopped, it neither responds nor rejects. New
// requests wait in the sockets until it continues.
class Store final : public Service {
 public:
  struct Options {
    int workers = 4;
    absl::Duration work = absl::Milliseconds(40);
    int queue_limit = 60;
  };

  Store(const Options& options, EventLoop& loop, core::UniformSource& random)
      : options_(options), loop_(loop), random_(random) {}

  // Fails this ratio of the requests with UNAVAILABLE immediately.
  void SetFailRatio(double share) { fail_ratio_ = share; }
  void Stop() { stopped_ = true; }
  void Resume();

  void Handle(Request request, Reply reply) override;

  int64_t requests_seen() const { return requests_seen_; }

 private:
  void Accept(Reply reply);
  void WorkOff();

  const Options options_;
  EventLoop& loop_;
  core::UniformSource& random_;
  double fail_ratio_ = 0;
  bool stopped_ = false;
  int busy_ = 0;
  int64_t requests_seen_ = 0;
  std::deque<Reply> queue_;
  std::deque<Reply> sockets_;
};

}  // namespace baton::scenarios

#endif  // BATON_TESTS_CORE_SCENARIOS_STORE_H_
