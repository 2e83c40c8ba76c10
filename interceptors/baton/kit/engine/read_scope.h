// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_ENGINE_READ_SCOPE_H_
#define BATON_KIT_ENGINE_READ_SCOPE_H_

#include <memory>

#include "baton/rpc/request/call_group.h"

namespace baton::kit {

// Declares that the calls of this thread only read, from the constructor to the
// destructor. The unit of the thread can then repeat them, whatever their
// policies say about idempotency. Lives on the stack, in the body of a unit.
class ReadScope {
 public:
  ReadScope();
  ~ReadScope();
  ReadScope(const ReadScope&) = delete;
  ReadScope& operator=(const ReadScope&) = delete;

 private:
  const std::unique_ptr<rpc::CallGroupScope> scope_;
};

}  // namespace baton::kit

#endif  // BATON_KIT_ENGINE_READ_SCOPE_H_
