// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_ENGINE_REPEATABLE_SCOPE_H_
#define BATON_KIT_ENGINE_REPEATABLE_SCOPE_H_

#include <memory>
#include <optional>

#include "baton/attempt_outcome.h"
#include "baton/rpc/request/call_group.h"

namespace baton::kit {

// Declares that the calls of this thread can be repeated, from the constructor
// to the destructor, whatever their policies say about idempotency. They only
// read, or the server rejects a repetition. The unit of the thread can then run
// them again. Lives on the stack, in the body of a unit.
class RepeatableScope {
 public:
  RepeatableScope();
  ~RepeatableScope();
  RepeatableScope(const RepeatableScope&) = delete;
  RepeatableScope& operator=(const RepeatableScope&) = delete;

  // Returns whether a call of the scope failed and may have taken effect.
  bool outcome_unknown() const;
  // Returns the outcome of the last call of the scope. Returns nullopt if no
  // call with Baton has ended.
  std::optional<AttemptOutcome> last_outcome() const;

 private:
  class Group;

  const std::shared_ptr<Group> group_;
  const rpc::CallGroupScope scope_;
};

}  // namespace baton::kit

#endif  // BATON_KIT_ENGINE_REPEATABLE_SCOPE_H_
