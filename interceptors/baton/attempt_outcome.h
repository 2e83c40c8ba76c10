// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_ATTEMPT_OUTCOME_H_
#define BATON_ATTEMPT_OUTCOME_H_

#include "baton/base/export.h"

#include <optional>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "baton/pushback.h"
#include "baton/retry_advice.h"

namespace BATON_EXPORT baton {

// The source of an attempt's status. With different sources, the same code has
// different meanings: DEADLINE_EXCEEDED from the server is the result of its
// own work, and from the per-attempt timeout a reason for another attempt.
enum class AttemptOrigin {
  kServer,  // the server returned this status
  // Baton cannot confirm that the server returned the status. Usually gRPC on
  // this side created the status after a failure of connection, HTTP or codec.
  kUnconfirmed,
  kAttemptTimeout,  // the per-attempt timeout expired before the deadline
  kConnectTimeout,  // `connect_timeout` expired before there was a connection
  kCallDeadline,    // the deadline of the call passed
  kCancelled,       // by the application, or with the request of this call
};

// The result of one attempt. Decisions about the next attempt use no other data
// of the attempt that has ended.
struct AttemptOutcome {
  // The code of the attempt's status.
  absl::StatusCode code = absl::StatusCode::kOk;
  // The source of `code`.
  AttemptOrigin origin = AttemptOrigin::kServer;
  // Whether the request certainly had no effect on the server, whatever `code`
  // is. Today this is known only if there was no connection.
  bool provably_not_processed = false;
  // Whether the request never left this process, because there was no
  // connection. If true, `provably_not_processed` is also true.
  bool never_sent = false;
  // Whether the channel had no connection when the attempt ended, although the
  // request was sent. The attempts of one connection fail together.
  bool connection_lost = false;
  // The server pushback in the trailers. `Pushback::None()` if there is none.
  Pushback pushback;
  // The `retry-advice` of the server. nullopt if the server sent none.
  std::optional<RetryAdvice> advice;
  // The delay in `google.rpc.RetryInfo` of the details. nullopt if absent.
  std::optional<absl::Duration> retry_info_delay;
  // The reason in `google.rpc.ErrorInfo` of the details. Empty if absent.
  std::string error_reason;
  // The domain beside this reason. Empty if absent.
  std::string error_domain;
};

// The data of an ended attempt that its AttemptOutcome does not have, for a
// Classifier. A view: Baton copies nothing before the classifier reads it. It
// is valid only until the function that receives it returns, and only on the
// thread of this function. The server wrote message, details and trailers, so
// they may have any bytes.
//
// An object of this class itself has no message, no details and no trailers.
class AttemptDetails {
 public:
  // Receives the key and the value of a trailer.
  using TrailerVisitor =
      absl::FunctionRef<void(absl::string_view key, absl::string_view value)>;
  // Receives one of the values of a trailer.
  using ValueVisitor = absl::FunctionRef<void(absl::string_view value)>;

  // Creates empty details.
  AttemptDetails() = default;
  // The details of an attempt without a response. `method` must outlive them.
  AttemptDetails(absl::string_view method, int attempt_number)
      : method_(method), attempt_number_(attempt_number) {}
  virtual ~AttemptDetails() = default;
  AttemptDetails(const AttemptDetails&) = delete;
  AttemptDetails& operator=(const AttemptDetails&) = delete;

  // Returns the full name of the method, such as "/shop.v1.Inventory/Get".
  // Empty: unknown.
  absl::string_view method() const { return method_; }
  // Returns the number of the attempt in its call, from 1. 0: unknown.
  int attempt_number() const { return attempt_number_; }

  // Returns the address of the server that has answered, such as
  // "ipv4:10.0.0.1:443". Empty: unknown. Allocates memory.
  virtual std::string peer() const { return {}; }
  // Returns the message of the status.
  virtual absl::string_view message() const { return {}; }
  // Returns the details of the status: a serialized google.rpc.Status. Empty if
  // the server sent none.
  virtual absl::string_view error_details() const { return {}; }

  // Calls `visitor` for each trailer, in the order of the keys.
  virtual void ForEachTrailer(TrailerVisitor /*visitor*/) const {}
  // Calls `visitor` for each value of the trailer `key` (in lower case).
  virtual void ForEachValue(absl::string_view /*key*/,
                            ValueVisitor /*visitor*/) const {}
  // Returns the first value of the trailer `key` (in lower case), or nullopt.
  std::optional<absl::string_view> FindTrailer(absl::string_view key) const;

 private:
  const absl::string_view method_;
  const int attempt_number_ = 0;
};

// The texts of a failed attempt, for people who look for its cause. The server
// wrote them, so they may have any bytes. If there was no response, gRPC wrote
// the message. Each text has at most 256 bytes. A value.
struct AttemptFailure {
  // The address of the server. Without an answer: of the latest one to answer.
  std::string peer;
  // The message of the status. If Baton or the application ended the attempt,
  // this text and the texts below are empty.
  std::string message;
  // The reason in `google.rpc.ErrorInfo`: the name of the error.
  std::string reason;
  // The domain beside this reason.
  std::string domain;
  // The id by which the server knows the request. Baton reads it in the trailer
  // that `retry.classifier.request_id_trailer` of the policy names. Without it,
  // the trailer of the preset, or `x-request-id`.
  std::string request_id;
};

// Returns the longest wait that the server requested by pushback,
// `retry-advice` or RetryInfo. Returns nullopt if the server requested no wait.
std::optional<absl::Duration> DemandedWait(const AttemptOutcome& outcome);

// Returns whether the request can be sent again even if its method is not
// idempotent. True if the client has evidence that the server did not process
// the request. Also true if the server's `retry-advice` states this. Pushback
// alone is no evidence.
bool CertainlyNotProcessed(const AttemptOutcome& outcome);

// Returns "server", "unconfirmed", "attempt_timeout", "connect_timeout",
// "call_deadline" or "cancelled".
absl::string_view ToString(AttemptOrigin origin);

}  // namespace baton

#endif  // BATON_ATTEMPT_OUTCOME_H_
