// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RETRY_ADVICE_H_
#define BATON_RETRY_ADVICE_H_

#include "baton/base/export.h"

#include <optional>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace BATON_EXPORT baton {

// The advice of a server on retrying a request, in `retry-advice:
// r=no,w=exhausted,u=2,c=d`.
struct RetryAdvice {
  // Whether the client should retry.
  enum class Verdict {
    kOk,     // the server has no objection to a retry
    kAfter,  // the request was not processed: retry after `delay`
    kNo,     // do not retry within `scope`
  };
  // The reason for the verdict.
  enum class Reason {
    kUnspecified,  // no reason
    kOverload,     // the server is overloaded
    kExhausted,    // all extra attempts of the request are used
    kGrant,        // the server was not allowed to retry itself
    kThrottled,    // this client sends too many requests
    kExpired,      // the deadline left too little time
    kAmbiguous,    // the request may have taken effect
    kApp,          // the application decided
    kMalformed,    // invalid advice was received; never sent
  };

  // The subject of the verdict kNo, from the widest scope. For a client,
  // kRequest and kService have the same effect: it stops.
  enum class Scope {
    kRequest,  // this request, wherever it is sent
    kService,  // all servers of the service
    kServer,   // this server: another server may be tried
  };

  // Whether the client should retry.
  Verdict verdict = Verdict::kOk;
  // The reason for `verdict`.
  Reason reason = Reason::kUnspecified;
  // kRequest unless the verdict is kNo.
  Scope scope = Scope::kRequest;
  // The wait before a retry. Zero unless the verdict is kAfter.
  absl::Duration delay = absl::ZeroDuration();
  // The extra attempts that this server and its callees caused for the request.
  // nullopt: not reported. The client then assumes that the whole forwarded
  // grant was used.
  std::optional<int> used;
  // Whether the server drops cancelled work: it does not start the handler of a
  // request that is already cancelled. The server states this in every
  // response, also in successful ones. False: it does not state it.
  bool drops_cancelled_work = false;
  // Whether the server honors the idempotency keys of the method, and shares
  // its replay store with all servers of the target. A server states this in
  // every response, too. False: it does not state it.
  bool honors_idempotency_keys = false;

  friend bool operator==(const RetryAdvice& a, const RetryAdvice& b) {
    return a.verdict == b.verdict && a.reason == b.reason &&
           a.scope == b.scope && a.delay == b.delay && a.used == b.used &&
           a.drops_cancelled_work == b.drops_cancelled_work &&
           a.honors_idempotency_keys == b.honors_idempotency_keys;
  }
};

// Returns the word in the header: "ok", "after" or "no".
absl::string_view ToString(RetryAdvice::Verdict verdict);
// Returns the word in the header, such as "overload". Returns "" for
// kUnspecified.
absl::string_view ToString(RetryAdvice::Reason reason);
// Returns the word in the header: "request", "service" or "server".
absl::string_view ToString(RetryAdvice::Scope scope);

}  // namespace baton

#endif  // BATON_RETRY_ADVICE_H_
