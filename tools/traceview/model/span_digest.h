// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_MODEL_SPAN_DIGEST_H_
#define BATON_TOOLS_TRACEVIEW_MODEL_SPAN_DIGEST_H_

#include <cstdint>
#include <deque>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "opentelemetry/proto/trace/v1/trace.pb.h"
#include "tools/traceview/model/span_facts.h"

namespace baton::traceview {

// The words of one trace, each kept once. Not thread-safe.
class Words {
 public:
  using Id = uint32_t;

  Words() = default;
  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;

  Id Intern(absl::string_view word);
  // Valid as long as this lives.
  absl::string_view At(Id id) const { return words_[id]; }
  // About what it takes of memory.
  size_t Bytes() const { return bytes_; }

 private:
  std::deque<std::string> words_;
  absl::flat_hash_map<absl::string_view, Id> ids_;
  size_t bytes_ = 0;
};

// What summaries and the shape of a trace are made from, in a few dozen bytes,
// so that a list of thousands of traces takes no parsing.
struct SpanDigest {
  uint64_t id = 0;
  uint64_t parent = 0;  // 0: none
  int64_t start = 0;    // nanoseconds since 1970
  int64_t end = 0;      // never before start
  Words::Id name = 0;
  Words::Id service = 0;
  Words::Id method = 0;
  Words::Id code = 0;
  Words::Id reason = 0;
  Role role = Role::kOther;
  bool failed = false;
  bool hedge = false;
};

SpanDigest Digest(const opentelemetry::proto::trace::v1::Span& span,
                  const SpanFacts& facts, absl::string_view service,
                  Words& words);

// The eight bytes of a span id as a number; 0 for anything else.
uint64_t ParseSpanId(absl::string_view bytes);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_MODEL_SPAN_DIGEST_H_
