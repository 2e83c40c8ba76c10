// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/stream/stream_effects.h"

namespace baton::rpc {

void StartOperations(StreamEffects& effects) {
  if (effects.write.has_value()) {
    effects.attempt->Write(*effects.write, effects.write_is_last);
  }
  if (effects.writes_done) effects.attempt->WritesDone();
  if (effects.await_headers) effects.attempt->AwaitHeaders();
  if (effects.read_with_end) return effects.attempt->ReadWithEnd();
  if (effects.read) effects.attempt->Read();
  if (effects.await_end) effects.attempt->AwaitEnd();
}

void Proceed(const StreamEffects::SendCompletion& completion) {
  if (completion.failed) {
    // gRPC looks at the failure only of a message that is there; ours was taken
    // out.
    *completion.batch->GetSerializedSendMessage() =
        grpc::ByteBuffer(nullptr, 0);
    completion.batch->FailHijackedSendMessage();
  }
  completion.batch->Proceed();
}

}  // namespace baton::rpc
