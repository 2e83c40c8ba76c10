// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_CALL_METRICS_H_
#define BATON_OTEL_CALL_METRICS_H_

#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/call_observer.h"
#include "baton/otel/attribute_list.h"
#include "baton/otel/call_span.h"
#include "baton/otel/instruments.h"
#include "baton/otel/metering.h"
#include "opentelemetry/context/context.h"

namespace baton::otel {

// Records the metrics of one call. Also passes each event to the CallTrace of
// the call, before it records anything. Each measurement carries the context of
// the trace, so that an exemplar in the metrics backend links to the span of
// the call. Owned by the call.
class CallMetrics final : public CallObserver {
 public:
  // `metering` and `instruments` must outlive this object. `instruments` belong
  // to `metering`. `trace` may be null.
  CallMetrics(Metering& metering, const Instruments& instruments,
              const CallStart& call, std::unique_ptr<CallTrace> trace);

  void OnAttemptStart(const AttemptStart& attempt,
                      AttemptMetadata& metadata) override;
  void OnAttemptEnd(const AttemptEnd& attempt) override;
  void OnAttemptDiscarded(int number, const AttemptReport& attempt) override;
  void OnWait(const Decision& decision) override;
  void OnCallEnd(const CallReport& report) override;
  std::string TraceId() const override {
    return trace_ == nullptr ? std::string() : trace_->TraceId();
  }

 private:
  // Returns the metric labels of an attempt on this fallback channel, or on the
  // primary channel if `fallback` is 0.
  AttributeList LabelsOf(int fallback) const;
  void RecordAttempts(const CallReport& report,
                      const opentelemetry::context::Context& context);
  // Counts a failed attempt by its server, if it reached one.
  void CountFailure(const AttemptReport& attempt,
                    const opentelemetry::context::Context& context);
  void RecordExtraAttempts(const CallReport& report,
                           const opentelemetry::context::Context& context);

  Metering& metering_;
  const Instruments& instruments_;
  const absl::string_view method_;
  const absl::string_view target_;
  const std::unique_ptr<CallTrace> trace_;
};

}  // namespace baton::otel

#endif  // BATON_OTEL_CALL_METRICS_H_
