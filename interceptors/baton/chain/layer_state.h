// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CHAIN_LAYER_STATE_H_
#define BATON_CHAIN_LAYER_STATE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "baton/chain/fault.h"
#include "baton/chain/layer_caller.h"
#include "baton/chain/layers.h"
#include "baton/chain/tally.h"
#include "baton/mutex.h"

namespace baton::chain {

// The state that all requests of a layer share. Thread-safe.
class LayerState {
 public:
  // `caller` must have a target for each call that the layer makes. `tally`
  // must outlive this object.
  LayerState(const Layer& layer, std::size_t index,
             std::unique_ptr<LayerCaller> caller, Tally* tally)
      : index_(index),
        participation_(layer.participation),
        calls_at_once_(layer.calls_at_once),
        caller_(std::move(caller)),
        tally_(tally),
        behavior_(layer.behavior) {}

  Participation participation() const { return participation_; }
  bool calls_at_once() const { return calls_at_once_; }
  const LayerCaller& caller() const { return *caller_; }

  void Set(Behavior behavior) {
    const MutexLock lock(mutex_);
    behavior_ = std::move(behavior);
  }
  Fault FaultFor(const Arrival& arrival) const {
    // The behavior runs without the lock, because it is code of the test.
    MutexLock lock(mutex_);
    const Behavior behavior = behavior_;
    lock.Unlock();
    return behavior(arrival);
  }

  // Counts a call that has reached the layer: see Tally::OnArrival().
  int Count(uint64_t request, std::size_t site, bool has_budget_header) {
    return tally_->OnArrival(request, site, index_, has_budget_header);
  }

 private:
  const std::size_t index_;
  const Participation participation_;
  const bool calls_at_once_;
  const std::unique_ptr<LayerCaller> caller_;
  Tally* const tally_;
  mutable Mutex mutex_;
  Behavior behavior_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace baton::chain

#endif  // BATON_CHAIN_LAYER_STATE_H_
