// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/bootstrap/exporters.h"

#include "absl/time/time.h"
#include "opentelemetry/exporters/ostream/metric_exporter_factory.h"
#include "opentelemetry/exporters/ostream/span_exporter_factory.h"
#include "opentelemetry/exporters/otlp/otlp_grpc_exporter_factory.h"
#include "opentelemetry/exporters/otlp/otlp_grpc_exporter_options.h"
#include "opentelemetry/exporters/otlp/otlp_grpc_metric_exporter_factory.h"
#include "opentelemetry/exporters/otlp/otlp_grpc_metric_exporter_options.h"
#include "opentelemetry/exporters/otlp/otlp_http_exporter_factory.h"
#include "opentelemetry/exporters/otlp/otlp_http_exporter_options.h"
#include "opentelemetry/exporters/otlp/otlp_http_metric_exporter_factory.h"
#include "opentelemetry/exporters/otlp/otlp_http_metric_exporter_options.h"

namespace baton::otel {
namespace {

namespace ostream = opentelemetry::exporter::metrics;
namespace otlp = opentelemetry::exporter::otlp;
namespace sdk = opentelemetry::sdk;

// Sets the options that all four exporters have under the same names.
template <typename Options>
void SetCommon(const OtlpSettings& settings, Options& options) {
  options.timeout = absl::ToChronoNanoseconds(settings.timeout);
  options.compression = settings.gzip ? "gzip" : "none";
}

template <typename Options>
Options ForGrpc(const OtlpSettings& settings) {
  Options options;
  SetCommon(settings, options);
  options.endpoint = settings.endpoint;
  options.use_ssl_credentials = settings.secure;
  options.ssl_credentials_cacert_path = settings.ca_file;
  options.metadata = {settings.headers.begin(), settings.headers.end()};
  return options;
}

template <typename Options>
Options ForHttp(const OtlpSettings& settings) {
  Options options;
  SetCommon(settings, options);
  options.url = settings.endpoint;
  options.content_type = settings.protocol == OtlpProtocol::kHttpJson
                             ? otlp::HttpRequestContentType::kJson
                             : otlp::HttpRequestContentType::kBinary;
  options.ssl_ca_cert_path = settings.ca_file;
  options.ssl_client_key_path = settings.client_key_file;
  options.ssl_client_cert_path = settings.client_certificate_file;
  options.http_headers = {settings.headers.begin(), settings.headers.end()};
  return options;
}

otlp::PreferredAggregationTemporality ToSdk(Temporality temporality) {
  switch (temporality) {
    case Temporality::kCumulative:
      break;
    case Temporality::kDelta:
      return otlp::PreferredAggregationTemporality::kDelta;
    case Temporality::kLowMemory:
      return otlp::PreferredAggregationTemporality::kLowMemory;
  }
  return otlp::PreferredAggregationTemporality::kCumulative;
}

}  // namespace

std::unique_ptr<sdk::trace::SpanExporter> NewSpanExporter(
    ExporterKind kind, const OtlpSettings& settings) {
  if (kind == ExporterKind::kConsole) {
    return opentelemetry::exporter::trace::OStreamSpanExporterFactory::Create();
  }
  if (settings.protocol == OtlpProtocol::kGrpc) {
    return otlp::OtlpGrpcExporterFactory::Create(
        ForGrpc<otlp::OtlpGrpcExporterOptions>(settings));
  }
  return otlp::OtlpHttpExporterFactory::Create(
      ForHttp<otlp::OtlpHttpExporterOptions>(settings));
}

std::unique_ptr<sdk::metrics::PushMetricExporter> NewMetricExporter(
    ExporterKind kind, const MetricSettings& settings) {
  if (kind == ExporterKind::kConsole) {
    return ostream::OStreamMetricExporterFactory::Create();
  }
  if (settings.otlp.protocol == OtlpProtocol::kGrpc) {
    auto options = ForGrpc<otlp::OtlpGrpcMetricExporterOptions>(settings.otlp);
    options.aggregation_temporality = ToSdk(settings.temporality);
    return otlp::OtlpGrpcMetricExporterFactory::Create(options);
  }
  auto options = ForHttp<otlp::OtlpHttpMetricExporterOptions>(settings.otlp);
  options.aggregation_temporality = ToSdk(settings.temporality);
  return otlp::OtlpHttpMetricExporterFactory::Create(options);
}

}  // namespace baton::otel
