// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Sends the telemetry of five services to the given OTLP endpoint.

#include <iostream>

#include "tests/e2e/telemetry/exported_chain.h"

int main(int argc, char** argv) {
  if (argc != 2) return std::cerr << "usage: export_chain URL\n", 2;
  const absl::Status status = baton::ExportAChain(argv[1], 20);
  if (!status.ok()) return std::cerr << status << "\n", 1;
  return 0;
}
