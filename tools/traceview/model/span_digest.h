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
#include "tools/traceview/model/own_limit.h"
#include "tools/traceview/model/span_facts.h"

namespace baton::traceview {

// The strings of one trace, each stored once. Not thread-safe.
class Words {
 public:
  using Id = uint32_t;

  Words() = default;
  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;

  Id Intern(absl::string_view word);
  // Returns the string. Valid as long as this object.
  absl::string_view At(Id id) const { return words_[id]; }
  // Returns the approximate memory use.
  size_t Bytes() const { return bytes_; }

 private:
  std::deque<std::string> words_;
  absl::flat_hash_map<absl::string_view, Id> ids_;
  size_t bytes_ = 0;
};

// The part of a span that summaries and the shape of a trace need, in a few
// dozen bytes. With it, a list of thousands of traces needs no parsing.
struct SpanDigest {
  uint64_t id = 0;
  uint64_t parent = 0;  // 0: none
  int64_t start = 0;    // nanoseconds since 1970
  int64_t end = 0;      // not before `start`
  Words::Id name = 0;
  Words::Id service = 0;
  Words::Id method = 0;
  Words::Id code = 0;
  Words::Id reason = 0;
  Role role = Role::kOther;
  bool failed = false;
  bool hedge = false;
  bool never_sent = false;
  bool idempotent = false;
  OwnLimit limit = OwnLimit::kNone;
};

SpanDigest Digest(const opentelemetry::proto::trace::v1::Span& span,
                  const SpanFacts& facts, absl::string_view service,
                  Words& words);

// Returns the eight bytes of a span id as a number. Returns 0 for other sizes.
uint64_t ParseSpanId(absl::string_view bytes);

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_MODEL_SPAN_DIGEST_H_
