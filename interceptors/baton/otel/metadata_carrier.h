// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_METADATA_CARRIER_H_
#define BATON_OTEL_METADATA_CARRIER_H_

#include "baton/call_observer.h"
#include "baton/request_observer.h"
#include "opentelemetry/context/propagation/text_map_propagator.h"
#include "opentelemetry/nostd/string_view.h"

// The metadata of calls, as propagators want it.
namespace baton::otel {

// Writes to an attempt's metadata. Keys become lower case, as gRPC wants them.
// What gRPC would refuse to send is left out: no trace is worth a call.
class AttemptCarrier final
    : public opentelemetry::context::propagation::TextMapCarrier {
 public:
  explicit AttemptCarrier(AttemptMetadata& metadata) : metadata_(metadata) {}

  // Empty: an injector has nothing to read.
  opentelemetry::nostd::string_view Get(
      opentelemetry::nostd::string_view key) const noexcept override;
  void Set(opentelemetry::nostd::string_view key,
           opentelemetry::nostd::string_view value) noexcept override;

 private:
  AttemptMetadata& metadata_;
};

// Reads a request's metadata.
class RequestCarrier final
    : public opentelemetry::context::propagation::TextMapCarrier {
 public:
  explicit RequestCarrier(const RequestMetadata& metadata)
      : metadata_(metadata) {}

  opentelemetry::nostd::string_view Get(
      opentelemetry::nostd::string_view key) const noexcept override;
  // Does nothing: an extractor has nothing to write.
  void Set(opentelemetry::nostd::string_view key,
           opentelemetry::nostd::string_view value) noexcept override;

 private:
  const RequestMetadata& metadata_;
};

}  // namespace baton::otel

#endif  // BATON_OTEL_METADATA_CARRIER_H_
