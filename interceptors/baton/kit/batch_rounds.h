// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_BATCH_ROUNDS_H_
#define BATON_KIT_BATCH_ROUNDS_H_

#include "baton/base/export.h"

#include <functional>

#include "absl/status/status.h"
#include "baton/kit/batch_end.h"
#include "baton/kit/leftovers_options.h"

// The part of Leftovers that knows no messages. Only for Leftovers itself.
namespace baton::kit {

// Returns INVALID_ARGUMENT with every invalid option.
BATON_EXPORT absl::Status CheckLeftovers(const LeftoversOptions& options,
                                         bool has_steps);

// Runs rounds until nothing is left, a call fails, or a limit ends the batch.
// `items` is the number of items in the first round.
BATON_EXPORT BatchEnd RunRounds(const LeftoversOptions& options, int items,
                                const std::function<RoundResult()>& round);

}  // namespace baton::kit

#endif  // BATON_KIT_BATCH_ROUNDS_H_
