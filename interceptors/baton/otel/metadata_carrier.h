// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_METADATA_CARRIER_H_
#define BATON_OTEL_METADATA_CARRIER_H_

#include "baton/call_observer.h"
#include "baton/request_observer.h"
#include "opentelemetry/context/propagation/text_map_propagator.h"
#include "opentelemetry/nostd/string_view.h"

// Adapters between gRPC metadata and the propagators of OpenTelemetry.
namespace baton::otel {

// Writes to the metadata of an attempt. Changes keys to lower case, because
// gRPC requires it. Skips metadata that gRPC would reject, because a trace
// context must not make a call fail.
class AttemptCarrier final
    : public opentelemetry::context::propagation::TextMapCarrier {
 public:
  explicit AttemptCarrier(AttemptMetadata& metadata) : metadata_(metadata) {}

  // Returns "", because a propagator only writes here.
  opentelemetry::nostd::string_view Get(
      opentelemetry::nostd::string_view key) const noexcept override;
  void Set(opentelemetry::nostd::string_view key,
           opentelemetry::nostd::string_view value) noexcept override;

 private:
  AttemptMetadata& metadata_;
};

// Reads the metadata of a request.
class RequestCarrier final
    : public opentelemetry::context::propagation::TextMapCarrier {
 public:
  explicit RequestCarrier(const RequestMetadata& metadata)
      : metadata_(metadata) {}

  opentelemetry::nostd::string_view Get(
      opentelemetry::nostd::string_view key) const noexcept override;
  // Does nothing, because a propagator only reads here.
  void Set(opentelemetry::nostd::string_view key,
           opentelemetry::nostd::string_view value) noexcept override;

 private:
  const RequestMetadata& metadata_;
};

}  // namespace baton::otel

#endif  // BATON_OTEL_METADATA_CARRIER_H_
