// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TESTS_BENCHMARK_SUPPORT_STREAM_LOAD_H_
#define BATON_TESTS_BENCHMARK_SUPPORT_STREAM_LOAD_H_

#include "tests/benchmark/support/load.h"
#include "tests/benchmark/support/subjects.h"

namespace baton::benchmarks {

// The load of a stream.
enum class StreamLoad { kRead, kWrite, kPingPong };
inline constexpr StreamLoad kStreamLoads[] = {
    StreamLoad::kRead, StreamLoad::kWrite, StreamLoad::kPingPong};
const char* NameOf(StreamLoad load);

// Makes a stream with `messages` messages of 100 bytes. `seconds_per_call` is
// the time per message.
Taken MakeStream(Stub& stub, StreamLoad load, Style style, int messages);

}  // namespace baton::benchmarks

#endif  // BATON_TESTS_BENCHMARK_SUPPORT_STREAM_LOAD_H_
