// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_PARENT_WATCH_H_
#define BATON_RPC_GRPC_PARENT_WATCH_H_

#include <functional>
#include <memory>

#include "grpc/grpc.h"

namespace baton::rpc {

// Watches the parent server call of a call that has no attempt in flight. gRPC
// reports the end of the parent only to a running attempt. A server reports it
// only when asked, and a synchronous server not before its handler returns.
//
// Owned by the call. Not thread-safe: used on the call's strand.
class ParentWatch {
 public:
  ParentWatch() = default;
  ~ParentWatch() { Stop(); }
  ParentWatch(const ParentWatch&) = delete;
  ParentWatch& operator=(const ParentWatch&) = delete;

  // Runs `on_end` once when `parent` ends or is cancelled, and soon if that has
  // already happened. It runs on a thread of the library and must be short.
  // `parent` must be alive now, but need not stay alive. Replaces an earlier
  // watch.
  void Start(grpc_call* parent, std::function<void()> on_end);

  // Ends the watch. `on_end` does not start after this, but may still be
  // running.
  void Stop();

 private:
  class Child;
  std::shared_ptr<Child> child_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_PARENT_WATCH_H_
