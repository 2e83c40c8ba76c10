// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CALL_REPORT_SOURCE_H_
#define BATON_RPC_CALL_REPORT_SOURCE_H_

#include <optional>

#include "baton/call_report.h"

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

}  // namespace baton::rpc

#endif  // BATON_RPC_CALL_REPORT_SOURCE_H_
