// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <string>

#include "baton/examples/v1/echo.pb.h"

// Checks that protobuf can write everything that it accepts.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  baton::examples::v1::EchoRequest request;
  const std::string input(reinterpret_cast<const char*>(data), size);
  if (request.ParseFromString(input)) request.SerializeAsString();
  return 0;
}
