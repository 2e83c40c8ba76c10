// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_PARENT_WATCH_H_
#define BATON_RPC_GRPC_PARENT_WATCH_H_

#include <functional>
#include <memory>

#include "grpc/grpc.h"

namespace baton::rpc {

// Watches the parent server call of a call that has no attempt in flight. While
// an attempt runs, gRPC ends the attempt together with the parent. Otherwise, a
// server reports the end of a request only to code that asks for it. A
// synchronous server reports it only after its handler has returned.
//
// Owned by the call. Not thread-safe: used on the call's strand.
class ParentWatch {
 public:
  ParentWatch() = default;
  ~ParentWatch() { Stop(); }
  ParentWatch(const ParentWatch&) = delete;
  ParentWatch& operator=(const ParentWatch&) = delete;

  // Calls `on_end` once, when `parent` ends or is cancelled. If this has
  // already happened, calls it soon. `on_end` runs on a thread of Baton and
  // must be short. `parent` must exist now, but may be destroyed later.
  // Replaces an earlier watch.
  void Start(grpc_call* parent, std::function<void()> on_end);

  // Ends the watch. After that, `on_end` does not start, but it may still be
  // running.
  void Stop();

 private:
  class Child;
  std::shared_ptr<Child> child_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_PARENT_WATCH_H_
