// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_REQUEST_REQUEST_KEY_H_
#define BATON_RPC_REQUEST_REQUEST_KEY_H_

#include <atomic>
#include <memory>
#include <string>
#include <utility>

#include "baton/rpc/request/request_replay.h"
#include "baton/server_options.h"

namespace baton::rpc {

// The idempotency key of one request. Owned by the RequestRecord. Thread-safe,
// except for the functions that the server interceptor calls when the request
// arrives.
class RequestKey {
 public:
  // Set when the request arrives. `replay` is null without a replay store, and
  // `is_invalid` if the request has an unusable key.
  void Set(std::string text, std::shared_ptr<RequestReplay> replay,
           ServerOptions::Caller caller) {
    text_ = std::move(text);
    replay_ = std::move(replay);
    caller_ = std::move(caller);
  }
  void SetInvalid(std::string error) { error_ = std::move(error); }

  // Returns "" if the request has no valid key.
  const std::string& text() const { return text_; }
  // Returns the error of an invalid key, or "".
  const std::string& error() const { return error_; }
  // Returns null if the request has no key, or the server has no store.
  RequestReplay* replay() const { return replay_.get(); }
  std::string CallerOf(const grpc::ServerContextBase& context) const {
    return caller_ ? caller_(context) : std::string();
  }

  // Records that the server would honor a key of this method.
  void NoteHonored() { honored_.store(true, std::memory_order_relaxed); }
  bool honored() const { return honored_.load(std::memory_order_relaxed); }

  // Records that the handler did nothing.
  void NoteNotExecuted() {
    not_executed_.store(true, std::memory_order_relaxed);
  }
  bool not_executed() const {
    return not_executed_.load(std::memory_order_relaxed);
  }

 private:
  std::string text_;
  std::string error_;
  std::shared_ptr<RequestReplay> replay_;
  ServerOptions::Caller caller_;
  std::atomic<bool> honored_{false};
  std::atomic<bool> not_executed_{false};
};

}  // namespace baton::rpc

#endif  // BATON_RPC_REQUEST_REQUEST_KEY_H_
