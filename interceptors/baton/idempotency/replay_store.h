// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_IDEMPOTENCY_REPLAY_STORE_H_
#define BATON_IDEMPOTENCY_REPLAY_STORE_H_

#include "baton/base/export.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/monotonic_time.h"

// The interface of the stores of a server's answers by idempotency key.
// docs/idempotency-keys.md explains what a store promises.
namespace BATON_EXPORT baton {

// An idempotency key and its scope. The same key of another method or of
// another caller is another key. A value.
struct ReplayKey {
  std::string method;  // "/shop.v1.Payments/Charge"
  // The caller, from ServerOptions::caller. Empty: all callers are one domain.
  std::string caller;
  // The idempotency key.
  std::string key;

  // Returns one text for the three fields. Different keys have different texts.
  std::string ToText() const;
};

// The answer of a handler, as a repeated request gets it. A value.
struct StoredAnswer {
  // The code and the message of the status.
  absl::StatusCode code = absl::StatusCode::kOk;
  std::string message;  // the message of the status
  // The bytes of google.rpc.Status, or "".
  std::string details;
  // The serialized response message. Empty for a failure.
  std::string response;
  // The trailing metadata of the application.
  std::vector<std::pair<std::string, std::string>> trailers;

  friend bool operator==(const StoredAnswer& a, const StoredAnswer& b) {
    return a.code == b.code && a.message == b.message &&
           a.details == b.details && a.response == b.response &&
           a.trailers == b.trailers;
  }
};

// A store of answers by key. Thread-safe. Each function is atomic: of several
// concurrent claims of one key, only one gets kRun. If a function returns an
// error, the store may or may not have done its work.
class ReplayStore {
 public:
  // The properties of a store. Constant.
  struct Properties {
    // Whether all servers of the target use the same store. The server then
    // announces to clients that it honors keys.
    bool is_shared = false;
    // Whether functions may wait for a network or a disk. Baton then calls them
    // on threads that may block.
    bool may_block = false;
    // The time after which an owner loses its claim, unless it renews it.
    // Infinite: a claim ends only with its process.
    absl::Duration lease = absl::InfiniteDuration();
  };

  // The result of a claim.
  enum class State {
    kRun,           // a new key: this request runs the handler
    kRunAgain,      // the outcome is unknown, and the request may run again
    kRunning,       // an earlier request with this key still runs
    kAnswered,      // an earlier request was answered: see `answer`
    kUnknown,       // an earlier request may have taken effect
    kOtherRequest,  // the key belongs to a request with other content
    kFull,          // the store has no room for a new key
  };
  // The result of ClaimKey().
  struct Claim {
    // The knowledge about the key.
    State state = State::kRun;
    // Identifies the claim, if the state is kRun or kRunAgain. A later claim of
    // the same key has a larger token.
    uint64_t token = 0;
    // The answer, if the state is kAnswered. Never null then.
    std::shared_ptr<const StoredAnswer> answer;
    // The wait before the next attempt of the client, if the state is kFull.
    absl::Duration retry_after = absl::ZeroDuration();
  };
  // The request that claims a key. Valid only during ClaimKey().
  struct Request {
    // `claimed` must outlive the request.
    explicit Request(const ReplayKey& claimed) : key(claimed) {}

    // The key to claim.
    const ReplayKey& key;
    // A hash of the content of the request.
    uint64_t fingerprint = 0;
    // Whether an earlier attempt of the same call may have run. If the store
    // may have lost its record, the outcome is then unknown.
    bool may_have_run = false;
    // Whether the request runs again if the outcome is unknown.
    bool runs_again = false;
    // How long the key is kept after its end.
    absl::Duration keep_for = absl::ZeroDuration();
    // The current time of the server.
    MonotonicTime now;
  };

  virtual ~ReplayStore() = default;

  // Returns the properties of the store.
  virtual Properties properties() const = 0;

  // Claims a key for a request, or returns what is known about the key.
  virtual absl::StatusOr<Claim> ClaimKey(const Request& request) = 0;
  // Prolongs the lease of a claim. Returns FAILED_PRECONDITION if the claim has
  // ended.
  virtual absl::Status Renew(const ReplayKey& key, uint64_t token) = 0;
  // Ends a claim. If `answer` is null, the outcome is unknown. Stores nothing
  // and returns FAILED_PRECONDITION if the claim has ended.
  virtual absl::Status Finish(const ReplayKey& key, uint64_t token,
                              const StoredAnswer* answer,
                              absl::Duration keep_for, MonotonicTime now) = 0;
  // Forgets a key whose request had no effect.
  virtual absl::Status Free(const ReplayKey& key, uint64_t token) = 0;
};

}  // namespace baton

#endif  // BATON_IDEMPOTENCY_REPLAY_STORE_H_
