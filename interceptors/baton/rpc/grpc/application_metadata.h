// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_GRPC_APPLICATION_METADATA_H_
#define BATON_RPC_GRPC_APPLICATION_METADATA_H_

#include <map>
#include <string>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/call_observer.h"
#include "grpc/grpc.h"

// Changes that an interceptor can make to the application call, if Baton lets
// this call itself be sent.
namespace baton::rpc {

// A reference to the gRPC core call of the application call. It keeps the core
// call alive and may outlive the application context. Thread-safe.
class ApplicationCall {
 public:
  explicit ApplicationCall(grpc_call* call);
  ~ApplicationCall();
  ApplicationCall(ApplicationCall&& other) noexcept
      : call_(std::exchange(other.call_, nullptr)) {}
  ApplicationCall& operator=(ApplicationCall&&) = delete;

  grpc_call* get() const { return call_; }

  // Ends the call with this status, unless it has already ended.
  void EndWith(grpc_status_code code, const char* message);

 private:
  grpc_call* call_;  // null after a move
};

// The changes that Baton and its observers have made to the metadata of the
// application call. Later attempts need the metadata without them. Owned by the
// call. Not thread-safe.
class MetadataChanges {
 public:
  using Metadata = std::multimap<std::string, std::string>;

  // Replaces all values of `key` in `map`.
  void Set(absl::string_view key, absl::string_view value, Metadata& map);
  // Removes all values of `key` from `map`.
  void Remove(absl::string_view key, Metadata& map);

  // Returns a copy of `map` without the changes. `map` must be the argument of
  // the earlier calls.
  Metadata Undone(const Metadata& map) const;

 private:
  // The entries that Set() has added. Entries of a multimap never move.
  absl::InlinedVector<const Metadata::value_type*, 3> added_;
  // The entries of the application that were replaced or removed.
  Metadata removed_;
};

// The metadata that the application call is about to send.
class ApplicationMetadata final : public AttemptMetadata {
 public:
  // `map` is the result of GetSendInitialMetadata(). Records the changes in
  // `changes`. Both must outlive this object.
  ApplicationMetadata(MetadataChanges::Metadata& map, MetadataChanges& changes)
      : map_(map), changes_(changes) {}

  void Set(absl::string_view key, absl::string_view value) override {
    changes_.Set(key, value, map_);
  }
  // Removes all values of `key`.
  void Remove(absl::string_view key) { changes_.Remove(key, map_); }

  // Sends the time until the deadline to the server. Only for a call that was
  // created without a deadline: for other calls, gRPC core sends this time.
  void SetTimeout(absl::Duration remaining);

 private:
  MetadataChanges::Metadata& map_;
  MetadataChanges& changes_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_GRPC_APPLICATION_METADATA_H_
