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

// A block of headers as it is sent: HPACK, without the nine bytes of each
// frame's header.
struct HeaderBlock {
  bool from_client = false;
  bool ends_stream = false;  // trailers, if it is from the server
  int bytes = 0;
};

// Finds the header blocks in the bytes of a side of an HTTP/2 connection.
class HeaderFinder {
 public:
  explicit HeaderFinder(bool from_client);

  // Returns the blocks that end in `bytes`. The bytes continue the bytes of the
  // last call.
  std::vector<HeaderBlock> Feed(absl::string_view bytes);

 private:
  const bool from_client_;
  std::size_t preface_left_;
  std::string frame_;  // incomplete
  HeaderBlock block_;  // incomplete
};

// Listens on a port of 127.0.0.1 and forwards one connection to another port,
// in both directions.
class HeaderRelay {
 public:
  explicit HeaderRelay(int upstream);
  // Cuts the connection.
  ~HeaderRelay();
  HeaderRelay(const HeaderRelay&) = delete;
  HeaderRelay& operator=(const HeaderRelay&) = delete;

  std::string address() const;
  // Returns the blocks since the last call. After a response, these are all
  // blocks of its call.
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
