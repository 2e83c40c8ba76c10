// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_SERVED_CALL_H_
#define BATON_RPC_CALL_SERVED_CALL_H_

#include <optional>

#include "baton/call_report.h"
#include "baton/rpc/grpc/interception.h"

namespace baton::rpc {

// Creates the report of a call when the application reads it. The interceptor
// of the call implements it. Thread-safe.
class ReportSource {
 public:
  // Returns nullopt until the call has ended.
  virtual std::optional<CallReport> Report() const = 0;

 protected:
  ~ReportSource() = default;
};

// Serves one call of the application, from its first batch to its end. The
// interceptor of the call owns the object and only forwards hooks to it.
// Thread-safe, as far as the application may use a call from several threads.
class ServedCall : public ReportSource {
 public:
  virtual ~ServedCall() = default;

  // Handles the first batch of the call. Lets it proceed or hijacks it.
  // Afterwards the batch and this object may be gone, here and in OnBatch().
  virtual void Begin(InterceptorBatchMethods* first) = 0;
  // Handles any batch in any later stage. Completes it, now or later.
  virtual void OnBatch(InterceptorBatchMethods* batch) = 0;
  // The application cancels the call: once or more often, maybe before Begin().
  virtual void Cancel() = 0;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_SERVED_CALL_H_
