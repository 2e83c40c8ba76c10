// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_TRACING_H_
#define BATON_OTEL_TRACING_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "baton/call_observer.h"
#include "baton/otel/conventions.h"
#include "baton/otel/late_bound.h"
#include "baton/otel/method_names.h"
#include "baton/otel/names.h"
#include "baton/request_observer.h"
#include "baton/telemetry_options.h"
#include "opentelemetry/context/context.h"
#include "opentelemetry/context/propagation/text_map_propagator.h"
#include "opentelemetry/nostd/shared_ptr.h"
#include "opentelemetry/trace/tracer.h"
#include "opentelemetry/trace/tracer_provider.h"

namespace baton::otel {

inline constexpr std::size_t kLongestMetadataValue = 256;

// The tracer and propagator for all spans of a service. Thread-safe.
class Tracing {
 public:
  explicit Tracing(const TracingOptions& options);

  // Returns nullptr as long as there is no provider. The result is valid as
  // long as this object.
  opentelemetry::trace::Tracer* tracer() const { return tracer_.Get(); }
  Conventions conventions() const { return conventions_; }
  // Returns the name of the method of a call: see MethodNames.
  MethodName CallMethod(absl::string_view path) const {
    return call_methods_.Get(path);
  }
  // Returns the name of the method of a request: see MethodNames.
  MethodName RequestMethod(absl::string_view path, bool is_registered) const {
    return request_methods_.Get(path, is_registered);
  }

  struct RecordedMetadata {
    std::string key;        // in lower case
    std::string attribute;  // the name of the span attribute
  };
  const std::vector<RecordedMetadata>& recorded_metadata() const {
    return recorded_metadata_;
  }

  // Writes the span and the baggage of `context` into the metadata of an
  // attempt.
  void Inject(const opentelemetry::context::Context& context,
              AttemptMetadata& metadata) const;

  // Returns a context that contains only the span and the baggage in the
  // metadata of a request.
  opentelemetry::context::Context Extract(
      const RequestMetadata& metadata) const;

 private:
  using Propagator = opentelemetry::context::propagation::TextMapPropagator;

  Propagator& propagator() const;

  const opentelemetry::nostd::shared_ptr<Propagator> w3c_;
  const LateBound<opentelemetry::trace::Tracer> tracer_;
  const LateBound<Propagator> propagator_;
  const Conventions conventions_;
  const std::vector<RecordedMetadata> recorded_metadata_;
  mutable MethodNames call_methods_;
  mutable MethodNames request_methods_;
};

}  // namespace baton::otel

#endif  // BATON_OTEL_TRACING_H_
