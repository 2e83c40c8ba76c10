// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_IDEMPOTENCY_REDIS_REPLAY_SCRIPTS_H_
#define BATON_IDEMPOTENCY_REDIS_REPLAY_SCRIPTS_H_

#include <string>

namespace baton::redis {

// Returns the script that claims a key. Keys: the key, the counter of tokens,
// the index of the caller. Arguments: fingerprint, lease, time to keep an
// answer, claim, whether records may be lost ("1"), whether the method runs
// again ("1"), and the maximum number of keys of the caller (0: no limit).
// Returns a list: the state, and a token or an answer.
std::string ClaimScript();

// Returns the script that ends or renews a claim, if it is the latest claim of
// its key and its lease has not expired. Keys: the key, the index of the
// caller. Arguments: token, new state, time to keep the key, answer or lease,
// and the maximum number of keys of the caller. Returns 1 if it has changed the
// claim, and 0 otherwise.
std::string ChangeScript();

}  // namespace baton::redis

#endif  // BATON_IDEMPOTENCY_REDIS_REPLAY_SCRIPTS_H_
