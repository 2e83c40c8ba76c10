// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_effects.h"

namespace baton::rpc {

void StartOperations(StreamEffects& effects) {
  if (effects.write.has_value()) {
    effects.attempt->Write(*effects.write, effects.write_is_last);
  }
  if (effects.writes_done) effects.attempt->WritesDone();
  if (effects.read) effects.attempt->Read();
  if (effects.settle) effects.attempt->Settle();
}

void GoOn(const StreamEffects::SendAnswer& answer) {
  if (answer.failed) {
    // gRPC looks at the failure only of a message that is there; ours was taken
    // out.
    *answer.batch->GetSerializedSendMessage() = grpc::ByteBuffer(nullptr, 0);
    answer.batch->FailHijackedSendMessage();
  }
  answer.batch->Proceed();
}

}  // namespace baton::rpc
