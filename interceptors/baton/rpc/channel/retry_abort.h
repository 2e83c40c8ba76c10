// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CHANNEL_RETRY_ABORT_H_
#define BATON_RPC_CHANNEL_RETRY_ABORT_H_

#include "absl/strings/string_view.h"

namespace baton::rpc {

// Returns whether a server can abort this process through the retries of gRPC
// core, also through transparent ones. Until 1.81, the retry filter reads the
// `grpc-status` of each ended stream without asking whether it is there. Where
// the standard library or Abseil checks this, as in Debian, a stream without
// `grpc-status` aborts the process. Elsewhere the value is undefined.
//
// Seen with 1.51.1. The source of 1.81 is the same. gRPC's pull request 42405
// fixes it, in 1.82 for the first time. No build or test ran between 1.51 and
// 1.83.
bool CanServerAbortRetries();

// Returns the same for a version such as "1.51.1". True if it is unreadable.
bool CanServerAbortRetriesOf(absl::string_view version);

}  // namespace baton::rpc

#endif  // BATON_RPC_CHANNEL_RETRY_ABORT_H_
