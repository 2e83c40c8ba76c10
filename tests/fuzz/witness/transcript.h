// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_FUZZ_WITNESS_TRANSCRIPT_H_
#define BATON_TESTS_FUZZ_WITNESS_TRANSCRIPT_H_

#include <string>

#include "grpcpp/grpcpp.h"

namespace baton::fuzz {

// Returns everything that the caller of a finished call can see: status,
// trailers, and the report with each attempt. Leaves out times, so that equal
// calls have equal transcripts.
std::string Transcript(const grpc::ClientContext& context,
                       const grpc::Status& status);

// Aborts and prints both transcripts if they differ. The fuzzer then keeps the
// input.
void RequireSame(const std::string& alone, const std::string& beside,
                 const std::string& what);

}  // namespace baton::fuzz

#endif  // BATON_TESTS_FUZZ_WITNESS_TRANSCRIPT_H_
