// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_DROP_ELSEWHERE_H_
#define BATON_RPC_DROP_ELSEWHERE_H_

#include <memory>

namespace baton::rpc {

// Lets go of `object` on a thread of the library's own, soon: for what must not
// be destroyed on the thread that happens to hold the last reference, or would
// take too long there. nullptr is fine.
void DropElsewhere(std::shared_ptr<const void> object);

}  // namespace baton::rpc

#endif  // BATON_RPC_DROP_ELSEWHERE_H_
