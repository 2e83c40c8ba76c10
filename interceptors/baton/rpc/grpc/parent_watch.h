// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_PARENT_WATCH_H_
#define BATON_RPC_GRPC_PARENT_WATCH_H_

#include <functional>
#include <memory>

#include "grpc/grpc.h"

namespace baton::rpc {

// Learns, while a call has no attempt on its way, that the server call it is
// made for has ended or was cancelled. An attempt would be told by gRPC
// itself; a server only tells whoever asks, and a synchronous one not before
// its handler returns.
//
// Not thread-safe: used on the call's strand.
class ParentWatch {
 public:
  ParentWatch() = default;
  ~ParentWatch() { Stop(); }
  ParentWatch(const ParentWatch&) = delete;
  ParentWatch& operator=(const ParentWatch&) = delete;

  // Runs `on_end` once when `parent` ends, soon if it has ended already, on a
  // thread of the library's; it must be short. `parent` has to be alive now
  // but need not stay so. Takes the place of an earlier watch.
  void Start(grpc_call* parent, std::function<void()> on_end);

  // `on_end` does not run any more, unless it has begun to.
  void Stop();

 private:
  class Child;
  std::shared_ptr<Child> child_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_PARENT_WATCH_H_
