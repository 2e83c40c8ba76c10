// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_EXAMPLES_STACK_SHOP_TELEMETRY_H_
#define BATON_EXAMPLES_STACK_SHOP_TELEMETRY_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "baton/telemetry_interface.h"

// The one place where the shop is connected to OpenTelemetry.
namespace baton::stack {

// The endpoint that stands for what the OTEL_* variables say.
inline constexpr char kAsEnvironmentSays[] = "environment";

struct ExportOptions {
  // Where spans go to, over OTLP/gRPC: "http://127.0.0.1:4317". Empty: nowhere.
  std::string endpoint;
  // The process, as it is to be called there.
  std::string service;
  // The share of the requests that begin here and are recorded, from 0 to 1.
  double sampled = 1;
};

// Sends the spans of this process away. Thread-safe; one in a process.
class SpanExport {
 public:
  // An error says which variables are wrong.
  static absl::StatusOr<std::unique_ptr<SpanExport>> Start(
      const ExportOptions& options);
  // Sends what is left, for two seconds at most.
  ~SpanExport();

  // For the channels and the server of the process, which may outlive this.
  // Null if there is no endpoint.
  const std::shared_ptr<Telemetry>& telemetry() const { return telemetry_; }

  // Sends what has ended, for two seconds at most. False: not all of it.
  bool Flush();

 private:
  class Sdk;
  SpanExport();

  std::unique_ptr<Sdk> sdk_;
  std::shared_ptr<Telemetry> telemetry_;
};

// As long as this lives, requests that its thread begins are not recorded. It
// has to end on the same thread.
std::shared_ptr<void> NothingRecorded();

}  // namespace baton::stack

#endif  // BATON_EXAMPLES_STACK_SHOP_TELEMETRY_H_
