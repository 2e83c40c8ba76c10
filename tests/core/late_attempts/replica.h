// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_CORE_LATE_ATTEMPTS_REPLICA_H_
#define BATON_TESTS_CORE_LATE_ATTEMPTS_REPLICA_H_

#include <deque>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "tests/core/late_attempts/draws.h"
#include "tests/core/late_attempts/world.h"
#include "tests/core/scenarios/event_loop.h"

namespace baton::late_attempts {

// An attempt as a replica receives it.
class Request {
 public:
  explicit Request(uint64_t seed) : draws(seed) {}
  virtual ~Request() = default;

  virtual bool IsCancelled() const = 0;
  // Called at most once. A replica may never reply.
  virtual void Reply(absl::StatusCode code) = 0;

  // The random numbers of its work.
  Draws draws;
};
using RequestPtr = std::shared_ptr<Request>;

// A server of the target. It serves requests in the order of their arrival.
class Replica {
 public:
  // `world` and `loop` must outlive the replica.
  Replica(const World& world, scenarios::EventLoop& loop)
      : world_(world), loop_(loop) {}

  void Handle(RequestPtr request);

  // Stops and continues the process, as SIGSTOP and SIGCONT do. Meanwhile,
  // requests wait in the sockets, and results wait to be sent.
  void Stop() { stopped_ = true; }
  void Continue();
  // Sets the factor of the time of work.
  void SetSlowness(double factor) { slowness_ = factor; }

 private:
  struct Result {
    RequestPtr request;
    bool is_lost;
  };

  void Accept(RequestPtr request);
  void WorkOff();
  void Finish(const Result& result);

  const World& world_;
  scenarios::EventLoop& loop_;
  bool stopped_ = false;
  double slowness_ = 1;
  int busy_ = 0;
  std::deque<RequestPtr> queue_;
  // While the process is stopped: what has arrived, and what is finished.
  std::vector<RequestPtr> sockets_;
  std::vector<Result> unsent_;
};

}  // namespace baton::late_attempts

#endif  // BATON_TESTS_CORE_LATE_ATTEMPTS_REPLICA_H_
