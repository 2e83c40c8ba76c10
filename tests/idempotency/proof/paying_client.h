// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_IDEMPOTENCY_PROOF_PAYING_CLIENT_H_
#define BATON_TESTS_IDEMPOTENCY_PROOF_PAYING_CLIENT_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "grpcpp/grpcpp.h"

namespace baton {

// Each call ends after this time.
inline constexpr absl::Duration kCallTimeout = absl::Seconds(2);

// How the second request of a pair of concurrent requests is sent.
enum class Twin {
  kNone,      // not at all
  kSameCall,  // as another call with the same key
  // As a retry, whose header says that an earlier attempt may have run. A
  // memory store that has lost its record recognizes only such a request.
  kRetry,
};

struct ClientSettings {
  // How calls are repeated: with Baton and a key, or with gRPC's own retries.
  bool with_keys = true;
  // Declares that the servers honor keys although they announce nothing.
  bool honored = false;
  Twin twin = Twin::kNone;
  // How often the application repeats a failed call with the same key.
  int repetitions = 0;
  int calls = 0;
  int threads = 64;
};

// The answers to one request of the application.
struct PaymentResult {
  // The receipts in all successful answers.
  std::vector<std::string> receipts;
  bool succeeded = false;
  // Whether an answer said that the outcome is unknown.
  bool is_unknown = false;
  bool has_twin = false;
};

// Makes calls to all servers in turn, each for a new request. Returns the
// results by request: NameOfRequest(0) and so on.
std::vector<PaymentResult> MakePayments(
    const std::vector<std::string>& addresses, const ClientSettings& settings);

std::string NameOfRequest(std::size_t number);

}  // namespace baton

#endif  // BATON_TESTS_IDEMPOTENCY_PROOF_PAYING_CLIENT_H_
