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

namespace baton::weather {

// The last service of the stack, the one that has the weather.
//
// It has a few workers and a queue with a bound, and turns away what does not
// fit with UNAVAILABLE. It is not clever: work whose caller has given up is
// still done, as it is in most servers. While it is stopped nothing is
// answered or turned away; what arrives waits in the sockets and is looked at
// when it goes on.
class Store final : public Service {
 public:
  struct Options {
    int workers = 4;
    absl::Duration work = absl::Milliseconds(40);
    int queue_limit = 60;
  };

  Store(const Options& options, EventLoop& loop, core::UniformSource& random)
      : options_(options), loop_(loop), random_(random) {}

  // Answers this share of the requests with UNAVAILABLE at once.
  void FailShare(double share) { fail_share_ = share; }
  void Stop() { stopped_ = true; }
  void GoOn();

  void Handle(Request request, Reply reply) override;

  int64_t requests_seen() const { return requests_seen_; }

 private:
  void Accept(Reply reply);
  void WorkOff();

  const Options options_;
  EventLoop& loop_;
  core::UniformSource& random_;
  double fail_share_ = 0;
  bool stopped_ = false;
  int busy_ = 0;
  int64_t requests_seen_ = 0;
  std::deque<Reply> queue_;
  std::deque<Reply> sockets_;
};

}  // namespace baton::weather

#endif  // BATON_TESTS_CORE_SCENARIOS_STORE_H_
