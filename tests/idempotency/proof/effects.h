// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_IDEMPOTENCY_PROOF_EFFECTS_H_
#define BATON_TESTS_IDEMPOTENCY_PROOF_EFFECTS_H_

#include <map>
#include <string>
#include <vector>

namespace baton {

// The receipts of each request, one for each effect.
using Effects = std::map<std::string, std::vector<std::string>>;

// A file of effects that several processes write. An effect is one write, which
// SIGKILL cannot divide. Thread-safe.
class EffectFile {
 public:
  explicit EffectFile(const std::string& path);
  ~EffectFile();
  EffectFile(const EffectFile&) = delete;
  EffectFile& operator=(const EffectFile&) = delete;

  // Returns false if the disk failed.
  bool Add(const std::string& request, const std::string& receipt);

 private:
  const int file_;
};

// Returns the effects in the file. Empty if there is no file.
Effects ReadEffectFile(const std::string& path);

// Returns the payments in a database of examples/idempotency/ledger.h.
Effects ReadLedger(const std::string& path);

}  // namespace baton

#endif  // BATON_TESTS_IDEMPOTENCY_PROOF_EFFECTS_H_
