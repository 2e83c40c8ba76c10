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

// What the last service of the shop does with its requests, which depends on
// the weather. It is not clever: work whose caller has given up is done all
// the same, as it is in most servers.
//
// Thread-safe. Has to outlive `timers`, which run its work.
class Store {
 public:
  // Runs once, on any thread.
  using Answer = std::function<void(const grpc::Status&)>;

  // Which requests fail or are slow follows from the seed.
  Store(uint64_t seed, const Clock& clock, Timers* timers);

  void SetWeather(const ::shop::v1::Weather& weather);
  // The `call`-th call for a request.
  void Handle(uint32_t request_id, int call, Answer answer);

 private:
  // What is to be answered once the lock is released.
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

  std::mutex mutex_;  // guards what follows
  ::shop::v1::Weather weather_;
  uint32_t busy_ = 0;
  // What waits for a worker, and for the store to go on.
  std::deque<Answer> queue_;
  std::deque<Answer> stopped_;
};

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_STORE_H_
