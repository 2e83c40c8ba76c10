// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_RPC_SUPPORT_SILENT_LISTENER_H_
#define BATON_TESTS_RPC_SUPPORT_SILENT_LISTENER_H_

#include <string>
#include <vector>

namespace baton {

// A port of 127.0.0.1. A channel that connects to it never gets a connection.
class SilentListener {
 public:
  enum class Step {
    kTcp,   // the queue of connections is full, so the system drops each SYN
    kData,  // the connection opens, and no byte ever comes
  };
  explicit SilentListener(Step step);
  ~SilentListener();
  SilentListener(const SilentListener&) = delete;
  SilentListener& operator=(const SilentListener&) = delete;

  const std::string& address() const { return address_; }

 private:
  const int listener_;
  const std::string address_;
  // The connections that fill the queue.
  std::vector<int> connections_;
};

}  // namespace baton

#endif  // BATON_TESTS_RPC_SUPPORT_SILENT_LISTENER_H_
