// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_STORE_H_
#define BATON_EXAMPLES_STACK_SHOP_STORE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <vector>

#include "baton/clock.h"
#include "examples/stack/shop/shop.pb.h"
#include "examples/stack/shop/timers.h"
#include "grpcpp/grpcpp.h"

namespace baton::stack {

// The handler of the last service of the shop. `Weather` configures its faults.
// Like most servers, it also processes requests whose caller has given up.
//
// Thread-safe. Must outlive `timers`, which run its work.
class Store {
 public:
  // Sends the response. Runs once, on any thread.
  using Answer = std::function<void(const grpc::Status&)>;

  // `seed` determines which requests fail or are slow.
  Store(uint64_t seed, const Clock& clock, Timers* timers);

  void SetFaults(const ::shop::v1::Faults& faults);
  // Handles the `call`-th call for a request.
  void Handle(uint32_t request_id, int call, Answer answer);

 private:
  // The responses to send after the release of the lock.
  struct Answers {
    std::vector<Answer> good;
    std::vector<Answer> bad;
  };
  void Accept(Answer answer, Answers* now);
  void WorkOff();
  void Later(absl::Duration delay, std::function<void()> run);
  static void Send(const Answers& answers);

  const uint64_t seed_;
  const Clock& clock_;
  Timers* const timers_;

  std::mutex mutex_;  // guards the following fields
  ::shop::v1::Faults faults_;
  uint32_t busy_ = 0;
  // Requests that wait for a worker, and requests that came while the store was
  // stopped.
  std::deque<Answer> queue_;
  std::deque<Answer> stopped_;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_STORE_H_
