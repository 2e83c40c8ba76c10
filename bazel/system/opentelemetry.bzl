# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""OpenTelemetry C++, under the labels of its own BUILD files."""

# The linked libraries of each label, without the prefix "opentelemetry_".
_LIBRARIES = {
    "//api": [],
    "//exporters/memory:in_memory_metric_exporter_factory": ["exporter_in_memory_metric"],
    "//exporters/memory:in_memory_span_exporter": ["exporter_in_memory"],
    "//exporters/ostream:ostream_metric_exporter": ["exporter_ostream_metrics"],
    "//exporters/ostream:ostream_span_exporter": ["exporter_ostream_span"],
    "//exporters/otlp:otlp_grpc_exporter": ["exporter_otlp_grpc"],
    "//exporters/otlp:otlp_grpc_metric_exporter": ["exporter_otlp_grpc_metrics"],
    "//exporters/otlp:otlp_http_exporter": ["exporter_otlp_http"],
    "//exporters/otlp:otlp_http_metric_exporter": ["exporter_otlp_http_metric"],
    "//sdk:headers": [],
    "//sdk/src/common:global_log_handler": ["common"],
    "//sdk/src/metrics": ["metrics"],
    "//sdk/src/resource": ["resources"],
    "//sdk/src/trace": ["trace"],
}

_SDK = [
    "//sdk/src/common:global_log_handler",
    "//sdk/src/resource",
]

_DEPS = {
    "//api": ["@com_google_absl//absl/types:variant"],
    "//sdk:headers": ["//api"],
    "//sdk/src/common:global_log_handler": ["//sdk:headers"],
    "//sdk/src/metrics": _SDK,
    "//sdk/src/resource": ["//sdk/src/common:global_log_handler"],
    "//sdk/src/trace": _SDK,
}

def _exporter_deps(label):
    return ["//sdk/src/metrics" if "metric" in label else "//sdk/src/trace"]

def opentelemetry(name, library):
    """Defines the repository `name` with a rule such as system_library."""
    deps = dict(_DEPS)
    for label in _LIBRARIES:
        if label.startswith("//exporters/"):
            deps[label] = _exporter_deps(label)
    library(
        name = name,
        package = "opentelemetry-cpp-dev",
        probe = "opentelemetry/version.h",
        libraries = {
            label: ["opentelemetry_" + library for library in libraries]
            for label, libraries in _LIBRARIES.items()
        },
        # The package was compiled with these macros, and its headers need them.
        library_defines = {
            "//api": ["HAVE_ABSEIL", "OPENTELEMETRY_ABI_VERSION_NO=1"],
        },
        library_deps = deps,
    )
