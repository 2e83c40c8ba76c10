// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_OTEL_BOOTSTRAP_H_
#define BATON_OTEL_BOOTSTRAP_H_

#include "baton/otel/bootstrap/bootstrap.h"

// Sets up the OpenTelemetry SDK from the standard OTEL_* variables, for
// programs without their own SDK. This is a separate library, so that other
// programs do not link the SDK.
//
//   int main() {
//     baton::otel::BootstrapOptions options;
//     options.service_name = "checkout";
//
//     const auto bootstrap = baton::otel::Bootstrap::Start(options);
//     if (!bootstrap.ok()) return std::cerr << bootstrap.status() << "\n", 2;
//     client_options.telemetry = baton::OpenTelemetry();
//     ...
//   }  // Exports the pending data, within five seconds.

#endif  // BATON_OTEL_BOOTSTRAP_H_
