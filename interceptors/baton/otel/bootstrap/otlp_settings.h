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

// The OTLP export of one signal.
struct OtlpSettings {
  OtlpProtocol protocol = OtlpProtocol::kHttpProtobuf;
  // A URL. Over HTTP it includes the path of the signal.
  std::string endpoint;
  bool secure = false;
  // The keys are in lower case, as gRPC requires.
  std::map<std::string, std::string> headers;
  absl::Duration timeout;
  bool gzip = false;
  // Paths of PEM files. Empty: the root certificates of the system, and no
  // client certificate.
  std::string ca_file;
  std::string client_key_file;
  std::string client_certificate_file;
};

// Reads OTEL_EXPORTER_OTLP_* for one signal, "TRACES" or "METRICS". A variable
// of the signal has precedence over the variable for all signals.
OtlpSettings ReadOtlpSettings(const std::string& signal,
                              EnvironmentReader& reader);

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_OTLP_SETTINGS_H_
