// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/model/span_digest.h"

#include <algorithm>

namespace baton::traceview {
namespace {

// The memory for the table entry and the queue entry of a word.
constexpr size_t kWordOverhead = 80;

}  // namespace

Words::Id Words::Intern(absl::string_view word) {
  const auto known = ids_.find(word);
  if (known != ids_.end()) return known->second;
  const Id id = static_cast<Id>(words_.size());
  words_.emplace_back(word);
  ids_.emplace(words_.back(), id);
  bytes_ += word.size() + kWordOverhead;
  return id;
}

SpanDigest Digest(const opentelemetry::proto::trace::v1::Span& span,
                  const SpanFacts& facts, absl::string_view service,
                  Words& words) {
  SpanDigest digest;
  digest.id = ParseSpanId(span.span_id());
  digest.parent = ParseSpanId(span.parent_span_id());
  digest.start = UnixNanos(span.start_time_unix_nano());
  digest.end = std::max(digest.start, UnixNanos(span.end_time_unix_nano()));
  digest.name = words.Intern(span.name());
  digest.service = words.Intern(service);
  digest.method = words.Intern(facts.method);
  digest.code = words.Intern(facts.code);
  digest.reason = words.Intern(facts.reason);
  digest.role = facts.role;
  digest.failed = facts.failed;
  digest.hedge = facts.hedge;
  digest.never_sent = facts.never_sent;
  digest.idempotent = facts.idempotent;
  digest.limit = facts.limit;
  return digest;
}

uint64_t ParseSpanId(absl::string_view bytes) {
  if (bytes.size() != 8) return 0;
  uint64_t id = 0;
  for (const char byte : bytes) {
    id = id << 8 | static_cast<unsigned char>(byte);
  }
  return id;
}

}  // namespace baton::traceview
