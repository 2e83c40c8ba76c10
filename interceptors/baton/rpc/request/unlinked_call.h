// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_REQUEST_UNLINKED_CALL_H_
#define BATON_RPC_REQUEST_UNLINKED_CALL_H_

#include <string>

#include "baton/rpc/channel/method_records.h"

namespace baton::rpc {

// Counts a call that belongs to no request, although the process serves
// requests. Writes a line to the standard error for the first such call of each
// method, for at most 1000 methods. `record` is the record of the method in
// `methods`, or null if it has none. `grant` is the grant of such calls.
// Thread-safe.
void NoteUnlinkedCall(const std::string& method, int grant,
                      MethodRecords& methods, MethodRecord* record);

}  // namespace baton::rpc

#endif  // BATON_RPC_REQUEST_UNLINKED_CALL_H_
