// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_TELEMETRY_H_
#define BATON_EXAMPLES_STACK_SHOP_TELEMETRY_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "baton/core/telemetry.h"
#include "baton/otel_bootstrap.h"

// The one place where the shop is connected to OpenTelemetry.
namespace baton::stack {

struct ExportOptions {
  // Where telemetry goes to: "http://127.0.0.1:4317". Empty: nowhere.
  std::string endpoint;
  // The process, as it is to be called there.
  std::string service;
  // The share of the requests that begin here and are recorded, from 0 to 1.
  double sampled = 1;
};

// Sends the telemetry of this process away, as the OTEL_* variables say; over
// gRPC unless they say otherwise. Metrics go only where those variables name
// the endpoint: a trace view of the demo's own takes none. Thread-safe.
class SpanExport {
 public:
  // An error lists the variables that are wrong.
  static absl::StatusOr<std::unique_ptr<SpanExport>> Start(
      const ExportOptions& options);

  // Sends what is left, for two seconds at most.
  ~SpanExport() = default;
  SpanExport(const SpanExport&) = delete;
  SpanExport& operator=(const SpanExport&) = delete;

  // For the channels and the server of the process, which may outlive this.
  // Null if there is no endpoint.
  const std::shared_ptr<core::Telemetry>& telemetry() const {
    return telemetry_;
  }

  // Sends what has ended, for two seconds at most.
  void Flush();

 private:
  SpanExport() = default;

  std::unique_ptr<otel::Bootstrap> bootstrap_;  // null: there is no endpoint
  std::shared_ptr<core::Telemetry> telemetry_;
};

// As long as this lives, requests that its thread begins are not recorded. It
// has to end on the same thread.
std::shared_ptr<void> NothingRecorded();

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_TELEMETRY_H_
