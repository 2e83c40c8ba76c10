// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/attempt_creation.h"

namespace baton::rpc {
namespace {

const grpc::ClientContext*& Current() {
  thread_local const grpc::ClientContext* current = nullptr;
  return current;
}

}  // namespace

AttemptCreation::AttemptCreation(const grpc::ClientContext& attempt)
    : previous_(Current()) {
  Current() = &attempt;
}

AttemptCreation::~AttemptCreation() { Current() = previous_; }

bool AttemptCreation::IsOf(const grpc::ClientContext* context) {
  return context != nullptr && Current() == context;
}

}  // namespace baton::rpc
