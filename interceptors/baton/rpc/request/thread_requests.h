// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_REQUEST_THREAD_REQUESTS_H_
#define BATON_RPC_REQUEST_THREAD_REQUESTS_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "baton/request_observer.h"
#include "baton/rpc/request/request_record.h"

namespace baton::rpc {

// The requests that one thread serves, innermost last. Each thread has its own
// object, and only this thread uses it. RemoveElsewhere() is the exception.
class ThreadRequests {
 public:
  static ThreadRequests& OfThisThread();

  ThreadRequests();
  ThreadRequests(const ThreadRequests&) = delete;
  ThreadRequests& operator=(const ThreadRequests&) = delete;

  // Adds `record`, which may be null, as the current request. `is_background`:
  // the thread does background work. Returns the token of the entry, which is
  // unique in the process.
  uint64_t Add(std::shared_ptr<RequestRecord> record, bool is_background);

  // Removes the request with this token. Returns false if this thread has not
  // added it. If a later request is still there, that one stays current.
  bool Remove(uint64_t token);

  // Makes the thread that has added this token drop it, at the next use of its
  // object. Thread-safe.
  static void RemoveElsewhere(uint64_t token);

  // Returns the current request. Null if there is none.
  const std::shared_ptr<RequestRecord>& Current();
  // Returns whether the thread does background work.
  bool IsBackground() const {
    return !entries_.empty() && entries_.back().is_background;
  }

 private:
  struct Entry {
    uint64_t token;
    std::shared_ptr<RequestRecord> record;
    bool is_background;
    // The observer of the record has created this attachment, and the record
    // outlives it. Observers require that it is destroyed on this thread, in
    // the reverse order of creation.
    std::unique_ptr<RequestObserver::Attachment> attachment;
    bool removed = false;
  };

  // Drops what other threads have removed.
  void CatchUp();
  // Destroys removed entries, as far as no later entry is left.
  void PopRemoved();

  std::vector<Entry> entries_;
  uint64_t next_token_;
  // The number of removals by other threads that this object has seen.
  uint64_t seen_removals_ = 0;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_REQUEST_THREAD_REQUESTS_H_
