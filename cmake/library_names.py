# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Knows the names that CMake has for the targets of other packages."""

import re
import sys

# The names of CMake for packages whose targets have other names there.
_LIBRARIES = {
    "@com_github_grpc_grpc//:grpc++": "gRPC::grpc++",
    "@com_google_protobuf//:protobuf": "protobuf::libprotobuf",
    "@com_google_protobuf//src/google/protobuf/util:json_util": "protobuf::libprotobuf",
    "@com_github_opentelemetry_proto//:trace_proto_cc": "opentelemetry-cpp::proto",
    "@com_github_opentelemetry_proto//:trace_service_grpc_cc": "opentelemetry-cpp::proto_grpc",
    "@com_github_opentelemetry_proto//:trace_service_proto_cc": "opentelemetry-cpp::proto",
    "@hiredis": "PkgConfig::baton_hiredis",
    "@io_opentelemetry_cpp//api": "opentelemetry-cpp::api",
    "@io_opentelemetry_cpp//exporters/ostream:ostream_metric_exporter": "opentelemetry-cpp::ostream_metrics_exporter",
    "@io_opentelemetry_cpp//exporters/ostream:ostream_span_exporter": "opentelemetry-cpp::ostream_span_exporter",
    "@io_opentelemetry_cpp//exporters/otlp:otlp_grpc_exporter": "opentelemetry-cpp::otlp_grpc_exporter",
    "@io_opentelemetry_cpp//exporters/otlp:otlp_grpc_metric_exporter": "opentelemetry-cpp::otlp_grpc_metrics_exporter",
    "@io_opentelemetry_cpp//exporters/otlp:otlp_http_exporter": "opentelemetry-cpp::otlp_http_exporter",
    "@io_opentelemetry_cpp//exporters/otlp:otlp_http_metric_exporter": "opentelemetry-cpp::otlp_http_metric_exporter",
    "@io_opentelemetry_cpp//sdk/src/common:global_log_handler": "opentelemetry-cpp::common",
    "@io_opentelemetry_cpp//sdk/src/metrics": "opentelemetry-cpp::metrics",
    "@io_opentelemetry_cpp//sdk/src/resource": "opentelemetry-cpp::resources",
    "@io_opentelemetry_cpp//sdk/src/trace": "opentelemetry-cpp::trace",
    "@libmicrohttpd": "PkgConfig::baton_microhttpd",
    "@nlohmann_json//:json": "nlohmann_json::nlohmann_json",
    "@zlib": "ZLIB::ZLIB",
}
_ABSEIL = "@com_google_absl//absl/"


def library_of(label: str) -> str:
    """Returns the library of CMake for a label of another package."""
    if label.startswith(_ABSEIL):
        return "absl::" + re.split("[:/]", label)[-1]
    if label not in _LIBRARIES:
        sys.exit(f"cmake/library_names.py has no library of CMake for {label}. Add its name to _LIBRARIES.")
    return _LIBRARIES[label]
