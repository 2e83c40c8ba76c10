// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_MEASURED_REQUEST_H_
#define BATON_OTEL_MEASURED_REQUEST_H_

#include "absl/strings/string_view.h"
#include "baton/otel/instruments.h"
#include "baton/otel/metering.h"
#include "baton/otel/request_span.h"
#include "baton/otel/tracing.h"
#include "baton/request_observer.h"

namespace baton::otel {

// Records the span and the metrics of one request. Owned by the request.
class MeasuredRequest final : public RequestSpan {
 public:
  // All arguments except `request` must outlive this object. `instruments`
  // belong to `metering`.
  MeasuredRequest(const Tracing& tracing, Metering& metering,
                  const Instruments& instruments, const RequestStart& request);

  void OnRequestEnd(const RequestReport& report) override;

 private:
  void CountIf(const Instruments::Counter& counter, bool so) const;
  void CountReplay(const RequestReport& report) const;

  const Instruments& instruments_;
  const absl::string_view method_;
};

}  // namespace baton::otel

#endif  // BATON_OTEL_MEASURED_REQUEST_H_
