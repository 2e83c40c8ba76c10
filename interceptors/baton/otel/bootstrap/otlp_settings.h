// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_OTLP_SETTINGS_H_
#define BATON_OTEL_BOOTSTRAP_OTLP_SETTINGS_H_

#include <map>
#include <string>

#include "absl/time/time.h"
#include "baton/otel/bootstrap/environment.h"

namespace baton::otel {

enum class OtlpProtocol { kGrpc, kHttpProtobuf, kHttpJson };

// The settings for the OTLP export of one signal: traces or metrics.
struct OtlpSettings {
  OtlpProtocol protocol = OtlpProtocol::kHttpProtobuf;
  // The URL of the receiver. For HTTP it includes the path of the signal.
  std::string endpoint;
  bool secure = false;
  // The headers of each export. The keys are in lower case, because gRPC
  // requires it.
  std::map<std::string, std::string> headers;
  absl::Duration timeout;
  bool gzip = false;
  // The paths of PEM files. If a path is empty: the root certificates of the
  // system, and no client certificate.
  std::string ca_file;
  std::string client_key_file;
  std::string client_certificate_file;
};

// Reads the variables OTEL_EXPORTER_OTLP_* for one signal, "TRACES" or
// "METRICS". The variable for this signal has precedence over the variable for
// all signals.
OtlpSettings ReadOtlpSettings(const std::string& signal,
                              EnvironmentReader& reader);

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_OTLP_SETTINGS_H_
