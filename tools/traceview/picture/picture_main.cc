// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Draws the first request of a recording:
//
//   picture FILE > retried.svg

#include <iostream>

#include "tools/traceview/picture/trace_picture.h"
#include "tools/traceview/store/recording.h"
#include "tools/traceview/store/trace_store.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: picture FILE\n";
    return 2;
  }
  baton::traceview::TraceStore store;
  const auto spans = baton::traceview::OpenRecording(argv[1], store);
  if (!spans.ok()) {
    std::cerr << "picture: " << spans.status().message() << "\n";
    return 1;
  }
  const auto trace = store.FirstFrom(0);
  if (!trace.has_value()) {
    std::cerr << "picture: " << argv[1] << " has no request\n";
    return 1;
  }
  std::cout << baton::traceview::TracePicture(*trace);
  return 0;
}
