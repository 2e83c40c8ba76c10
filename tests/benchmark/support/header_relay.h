// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SUPPORT_HEADER_RELAY_H_
#define BATON_TESTS_BENCHMARK_SUPPORT_HEADER_RELAY_H_

#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/string_view.h"

namespace baton::benchmarks {

// One block of headers as it is on the wire: HPACK, without the nine bytes
// that each frame has besides.
struct HeaderBlock {
  bool from_client = false;
  bool ends_stream = false;  // trailers, if it is not from the client
  int bytes = 0;
};

// Finds the blocks of headers in what one side of an HTTP/2 connection sends.
class HeaderFinder {
 public:
  explicit HeaderFinder(bool from_client);

  // The blocks that end in `bytes`, which follow on those from before.
  std::vector<HeaderBlock> Feed(absl::string_view bytes);

 private:
  const bool from_client_;
  std::size_t preface_left_;
  std::string frame_;  // begun, and not yet at its end
  HeaderBlock block_;  // the same
};

// Something that listens on a port of 127.0.0.1 and passes one connection on to
// another port, and back.
class HeaderRelay {
 public:
  explicit HeaderRelay(int upstream);
  // Cuts the connection.
  ~HeaderRelay();
  HeaderRelay(const HeaderRelay&) = delete;
  HeaderRelay& operator=(const HeaderRelay&) = delete;

  std::string address() const;
  // What has passed since the last time: all that led to a call's answer, as
  // soon as there is one.
  std::vector<HeaderBlock> Take();

 private:
  void Serve();
  void Pass(int from, int to, bool from_client);

  const int upstream_;
  const int listener_;
  int client_ = -1;
  int server_ = -1;
  std::mutex mutex_;
  std::vector<HeaderBlock> blocks_;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SUPPORT_HEADER_RELAY_H_
