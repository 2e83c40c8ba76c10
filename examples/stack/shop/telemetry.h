// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_TELEMETRY_H_
#define BATON_EXAMPLES_STACK_SHOP_TELEMETRY_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "baton/telemetry_interface.h"

// Connects the shop to OpenTelemetry. No other file of the shop does.
namespace baton::stack {

// The endpoint value that selects the settings of the OTEL_* variables.
inline constexpr char kAsEnvironmentSays[] = "environment";

struct ExportOptions {
  // The OTLP/gRPC endpoint for spans, "http://127.0.0.1:4317". Empty: no spans.
  std::string endpoint;
  // The service name of this process in the backend.
  std::string service;
  // The ratio of traces to record, of all that start in this process. 0 to 1.
  double sampled = 1;
};

// Exports the spans of this process. Thread-safe. At most one in a process.
class SpanExport {
 public:
  // An error lists the invalid variables.
  static absl::StatusOr<std::unique_ptr<SpanExport>> Start(
      const ExportOptions& options);
  // Exports the remaining spans. Takes at most 2 s.
  ~SpanExport();

  // Returns the telemetry for the channels and the server of the process, which
  // may outlive this object. Null if there is no endpoint.
  const std::shared_ptr<Telemetry>& telemetry() const { return telemetry_; }

  // Exports the ended spans. Takes at most 2 s. Returns false if not all of
  // them could be exported.
  bool Flush();

 private:
  class Sdk;
  SpanExport();

  std::unique_ptr<Sdk> sdk_;
  std::shared_ptr<Telemetry> telemetry_;
};

// Disables the recording of requests that the current thread starts, as long as
// the returned object exists. It must be destroyed on the same thread.
std::shared_ptr<void> NothingRecorded();

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_TELEMETRY_H_
