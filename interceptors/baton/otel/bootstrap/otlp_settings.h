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

// Where one signal goes over OTLP.
struct OtlpSettings {
  OtlpProtocol protocol = OtlpProtocol::kHttpProtobuf;
  // A URL; over HTTP the whole one, path and all.
  std::string endpoint;
  bool secure = false;
  // Of gRPC in lower case.
  std::map<std::string, std::string> headers;
  absl::Duration timeout;
  bool gzip = false;
  // Paths of PEM files; empty: the system's roots, and no client certificate.
  std::string ca_file;
  std::string client_key_file;
  std::string client_certificate_file;
};

// Reads OTEL_EXPORTER_OTLP_* for one signal: "TRACES" or "METRICS". What
// belongs to that signal alone goes before what is for all.
OtlpSettings ReadOtlpSettings(const std::string& signal,
                              EnvironmentReader& reader);

}  // namespace baton::otel

#endif  // BATON_OTEL_BOOTSTRAP_OTLP_SETTINGS_H_
