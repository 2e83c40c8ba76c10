// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_UNIT_ATTEMPT_H_
#define BATON_KIT_UNIT_ATTEMPT_H_

#include "baton/base/export.h"

#include <memory>

#include "grpcpp/client_context.h"

namespace baton::kit {
class UnitRunner;
}  // namespace baton::kit

namespace baton::rpc {
class CallGroup;
class CallGroupScope;
class RequestRecord;
}  // namespace baton::rpc

namespace BATON_EXPORT baton {

// A handle to one run of the body of a RetryUnit. Calls that the body makes on
// its own thread belong to the run by themselves. For calls on other threads,
// use this handle. A value type. Thread-safe. It has no effect after its run.
class UnitAttempt {
 public:
  // Returns the number of the run. The first run has number 1.
  int number() const { return number_; }

  // Returns a context for a call that belongs to the run, for any thread.
  std::unique_ptr<grpc::ClientContext> NewClientContext() const;
  // Makes the call of `context` a member of the run, for any thread. The call
  // must not have been created.
  void Attach(grpc::ClientContext* context) const;
  // Declares that the call of `context` carries an idempotency key that the
  // server honors, and that is the same in each run. The unit can then be
  // replayed although the method is not idempotent. Make such a key before the
  // unit, and not in its body.
  void DeclareStableKey(grpc::ClientContext* context) const;

 private:
  friend class ScopedUnitAttach;
  friend class kit::UnitRunner;
  UnitAttempt(int number, std::shared_ptr<rpc::CallGroup> group,
              std::shared_ptr<rpc::RequestRecord> request);

  int number_;
  std::shared_ptr<rpc::CallGroup> group_;
  std::shared_ptr<rpc::RequestRecord> request_;
};

// Makes all calls that this thread creates members of a run, from the
// constructor to the destructor. For threads that the body of a unit uses.
// Lives on the stack.
class ScopedUnitAttach {
 public:
  // Begins with the run of `attempt`.
  explicit ScopedUnitAttach(const UnitAttempt& attempt);
  ~ScopedUnitAttach();
  ScopedUnitAttach(const ScopedUnitAttach&) = delete;
  ScopedUnitAttach& operator=(const ScopedUnitAttach&) = delete;

 private:
  const std::unique_ptr<rpc::CallGroupScope> scope_;
};

}  // namespace baton

#endif  // BATON_KIT_UNIT_ATTEMPT_H_
