// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/bootstrap/otlp_settings.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "baton/core/report/printable_text.h"
#include "baton/otel/bootstrap/passwords.h"

namespace baton::otel {
namespace {

constexpr char kAll[] = "OTEL_EXPORTER_OTLP_";
// The maximum length of a URL in a message, in bytes.
constexpr std::size_t kLongestUrl = 200;

const EnvironmentReader::WordList<OtlpProtocol>& Protocols() {
  static const auto& words = *new EnvironmentReader::WordList<OtlpProtocol>{
      {"grpc", OtlpProtocol::kGrpc},
      {"http/protobuf", OtlpProtocol::kHttpProtobuf},
      {"http/json", OtlpProtocol::kHttpJson}};
  return words;
}

// The variables of one signal.
class SignalVariables {
 public:
  SignalVariables(const std::string& signal, const EnvironmentReader& reader)
      : own_(absl::StrCat(kAll, signal, "_")), reader_(reader) {}

  bool IsOwn(const std::string& name) const {
    return !reader_.Text(own_ + name).empty();
  }
  // Returns the full name of the variable to read.
  std::string operator[](const std::string& name) const {
    return (IsOwn(name) ? own_ : kAll) + name;
  }

 private:
  const std::string own_;
  const EnvironmentReader& reader_;
};

// Accepts "host", "host:4317", "[::1]:4317", and a path if `with_path`.
bool IsPlace(absl::string_view place, bool with_path) {
  const std::size_t slash = place.find('/');
  if (slash != absl::string_view::npos) {
    if (!with_path && place.substr(slash) != "/") return false;
    place = place.substr(0, slash);
  }
  const std::size_t bracket = place.rfind(']');
  const std::size_t colon =
      place.find(':', bracket == absl::string_view::npos ? 0 : bracket);
  absl::string_view host = place.substr(0, colon);
  if (host.empty() ||
      absl::StartsWith(host, "[") != absl::EndsWith(host, "]")) {
    return false;
  }
  if (!std::all_of(host.begin(), host.end(), absl::ascii_isgraph)) return false;
  if (colon == absl::string_view::npos) return true;
  int port = 0;
  return absl::SimpleAtoi(place.substr(colon + 1), &port) && port >= 1 &&
         port <= 65535;
}

// Returns the URL of the signal. Over HTTP, the URL for all signals is the
// parent folder of the signals' URLs.
std::string SignalUrl(absl::string_view base, const std::string& signal) {
  return absl::StrCat(absl::StripSuffix(base, "/"), "/v1/",
                      absl::AsciiStrToLower(signal));
}

void ReadEndpoint(const std::string& signal, const SignalVariables& variables,
                  EnvironmentReader& reader, OtlpSettings& settings) {
  const bool grpc = settings.protocol == OtlpProtocol::kGrpc;
  const std::string name = variables["ENDPOINT"];
  std::string url = reader.Text(name);
  if (url.empty()) {
    url = grpc ? "http://localhost:4317" : "http://localhost:4318";
  } else if (grpc && !absl::StrContains(url, "://")) {
    const bool insecure = reader.Flag(variables["INSECURE"]);
    url = absl::StrCat(insecure ? "http://" : "https://", url);
  }
  absl::string_view place = url;
  settings.secure = absl::ConsumePrefix(&place, "https://");
  if (!settings.secure && !absl::ConsumePrefix(&place, "http://")) place = "";
  if (!IsPlace(place, !grpc)) {
    reader.Reject(name, absl::StrCat("must be a URL like ",
                                     grpc ? "http://localhost:4317 or "
                                            "https://collector:4317"
                                          : "http://localhost:4318 or "
                                            "https://collector/otlp",
                                     ", got ",
                                     core::PrintableText(WithoutPassword(url),
                                                         kLongestUrl)));
  }
  settings.endpoint =
      grpc || variables.IsOwn("ENDPOINT") ? url : SignalUrl(url, signal);
}

// Reads the paths of PEM files.
void ReadCertificates(const SignalVariables& variables,
                      EnvironmentReader& reader, OtlpSettings& settings) {
  settings.ca_file = reader.Text(variables["CERTIFICATE"]);
  const std::string key = variables["CLIENT_KEY"];
  const std::string certificate = variables["CLIENT_CERTIFICATE"];
  settings.client_key_file = reader.Text(key);
  settings.client_certificate_file = reader.Text(certificate);
  if (settings.client_key_file.empty() !=
      settings.client_certificate_file.empty()) {
    reader.Reject(settings.client_key_file.empty() ? key : certificate,
                  "must be set as well: a key requires a certificate, and a "
                  "certificate requires a key");
  } else if (!settings.client_key_file.empty() &&
             settings.protocol == OtlpProtocol::kGrpc) {
    reader.Reject(key,
                  "must not be set with grpc, because the SDK supports client "
                  "certificates only over HTTP; use http/protobuf");
  }
}

bool IsHeader(const std::string& key, const std::string& value) {
  const auto of_key = [](unsigned char c) {
    return absl::ascii_islower(c) || absl::ascii_isdigit(c) || c == '-' ||
           c == '_' || c == '.';
  };
  const auto of_value = [](unsigned char c) { return absl::ascii_isprint(c); };
  return std::all_of(key.begin(), key.end(), of_key) &&
         std::all_of(value.begin(), value.end(), of_value);
}

void ReadHeaders(const std::string& name, EnvironmentReader& reader,
                 OtlpSettings& settings) {
  for (const auto& [key, value] : reader.Pairs(name)) {
    const std::string lower = absl::AsciiStrToLower(key);
    if (IsHeader(lower, value)) {
      settings.headers[lower] = value;
    } else {
      reader.Reject(name,
                    "keys must consist of letters, digits and \"-_.\", and "
                    "values of printable ASCII characters");
    }
  }
}

}  // namespace

OtlpSettings ReadOtlpSettings(const std::string& signal,
                              EnvironmentReader& reader) {
  const SignalVariables variables(signal, reader);
  OtlpSettings settings;
  settings.protocol = reader.Word(variables["PROTOCOL"], Protocols(),
                                  OtlpProtocol::kHttpProtobuf);
  ReadEndpoint(signal, variables, reader, settings);
  ReadHeaders(variables["HEADERS"], reader, settings);
  settings.timeout = reader.Time(variables["TIMEOUT"], absl::Seconds(10));
  settings.gzip = reader.Word(variables["COMPRESSION"],
                              {{"gzip", true}, {"none", false}}, false);
  ReadCertificates(variables, reader, settings);
  return settings;
}

}  // namespace baton::otel
