// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_H_
#define BATON_OTEL_BOOTSTRAP_H_

#include "baton/otel/bootstrap/bootstrap.h"

// OpenTelemetry's SDK for programs that have none of their own, as the standard
// OTEL_* variables say: a library apart, so that nobody else links the SDK.
//
//   int main() {
//     baton::otel::BootstrapOptions options;
//     options.service_name = "checkout";
//     const auto bootstrap = baton::otel::Bootstrap::Start(options);
//     if (!bootstrap.ok()) return std::cerr << bootstrap.status() << "\n", 2;
//     client_options.telemetry = baton::OpenTelemetry();
//     ...
//   }  // What there is goes out, within five seconds.

#endif  // BATON_OTEL_BOOTSTRAP_H_
