// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/model/trace_summary.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "tools/traceview/model/stop_words.h"

namespace baton::traceview {
namespace {

using Spans = std::vector<SpanDigest>;

constexpr size_t kLongestStrip = 12;

std::string Strip(const Spans& spans, const TraceShape& shape,
                  const CallShape& call) {
  std::string strip;
  const auto add = [&](int span) {
    const char letter = spans[span].never_sent ? 'u'
                        : shape.loser[span]    ? 'l'
                        : spans[span].failed   ? 'f'
                                               : 'o';
    const bool waits_on = letter == 'u' && absl::EndsWith(strip, "u");
    if (strip.size() < kLongestStrip && !waits_on) strip += letter;
  };
  for (const int attempt : call.attempts) add(attempt);
  if (call.attempts.empty()) add(call.call);
  return strip;
}

// How well the reason of a call explains the end of its request.
enum class Weight { kNone, kNotItsOwn, kDecided };

Weight WeightOf(absl::string_view word) {
  const auto reason = ParseStopReason(word);
  if (!reason || !IsSuppression(*reason)) return Weight::kNone;
  return *reason == StopReason::kNoGrant ||
                 *reason == StopReason::kRetriesDisabled
             ? Weight::kNotItsOwn
             : Weight::kDecided;
}

// Returns the suppressed call that explains the end of the request, or null.
const CallShape* Suppressed(const Spans& spans, const TraceShape& shape,
                            const Words& words) {
  const CallShape* found = nullptr;
  Weight weight = Weight::kNone;
  for (const CallShape& call : shape.calls) {
    if (shape.superseded[call.call]) continue;
    const Weight its = WeightOf(words.At(spans[call.call].reason));
    if (its == Weight::kNone || its < weight) continue;
    // A suppressed retry of a callee makes its callers fail later.
    if (its > weight || spans[call.call].end < spans[found->call].end) {
      found = &call;
      weight = its;
    }
  }
  return found;
}

// Returns whether a call left its grant to its callees: because of its nature,
// or because its retries are disabled. Its own failure may have any cause.
bool LeftItsGrant(absl::string_view word) {
  const auto reason = ParseStopReason(word);
  if (!reason) return false;
  switch (*reason) {
    case StopReason::kNotRetryable:
    case StopReason::kNotIdempotent:
    case StopReason::kCommitted:
    case StopReason::kReplayBufferFull:
    case StopReason::kRetriesDisabled:
      return true;
    default:
      return false;
  }
}

// Returns the idempotent call without a grant that explains why nothing more
// was tried, or -1. All calls above it made one attempt, and the outermost of
// them left its grant.
int Blocked(const Spans& spans, const TraceShape& shape, const Words& words) {
  absl::flat_hash_map<int, int> sent;
  for (const CallShape& call : shape.calls) sent[call.call] = call.sent;
  for (const CallShape& call : shape.calls) {
    const SpanDigest& span = spans[call.call];
    if (!span.failed || !span.idempotent || shape.superseded[call.call] ||
        ParseStopReason(words.At(span.reason)) != StopReason::kNoGrant) {
      continue;
    }
    int outermost = -1;
    bool tried_more = false;
    for (int at = shape.parent[call.call]; at != -1; at = shape.parent[at]) {
      if (spans[at].role != Role::kCall) continue;
      outermost = at;
      tried_more |= sent[at] > 1 || !spans[at].failed;
    }
    if (outermost != -1 && !tried_more &&
        LeftItsGrant(words.At(spans[outermost].reason))) {
      return call.call;
    }
  }
  return -1;
}

// Returns the limit that caused the code of the root: the limit of the call
// nearest to the root that failed with the same code because of a limit.
OwnLimit LimitOfRoot(const Spans& spans, const TraceShape& shape) {
  const SpanDigest& root = spans[shape.root];
  if (!root.failed) return OwnLimit::kNone;
  for (const CallShape& call : shape.calls) {
    const OwnLimit limit = shape.limit[call.call];
    if (limit != OwnLimit::kNone && !shape.superseded[call.call] &&
        spans[call.call].code == root.code) {
      return limit;
    }
  }
  return OwnLimit::kNone;
}

// Adds attempts, badges, reason and strip.
void AddCalls(const Spans& spans, const TraceShape& shape, const Words& words,
              TraceSummary& summary) {
  const CallShape* busiest = nullptr;
  const CallShape* const suppressed = Suppressed(spans, shape, words);
  bool saved = false;
  for (const CallShape& call : shape.calls) {
    summary.attempts += call.sent;
    summary.retries += std::max(0, call.sent - 1);
    summary.most_attempts = std::max(summary.most_attempts, call.sent);
    summary.hedged |= call.hedged;
    saved |= call.saved;
    const auto rank = [](const CallShape& one) {
      return std::make_pair(one.sent, one.attempts.size());
    };
    if (!busiest || rank(call) > rank(*busiest)) busiest = &call;
  }
  summary.retried = summary.retries > 0;
  summary.suppressed = suppressed != nullptr;
  summary.blocked = Blocked(spans, shape, words);
  summary.limit = LimitOfRoot(spans, shape);
  summary.saved = saved && !summary.failed;
  if (!busiest) return;
  const CallShape& told = suppressed ? *suppressed : *busiest;
  summary.told = told.call;
  summary.reason = std::string(words.At(spans[told.call].reason));
  summary.strip = Strip(spans, shape, *busiest);
}

// Returns for each span whether it has a server span as a child.
std::vector<bool> Answered(const Spans& spans, const TraceShape& shape) {
  std::vector<bool> answered(spans.size(), false);
  for (size_t i = 0; i < spans.size(); ++i) {
    if (spans[i].role == Role::kServer && shape.parent[i] != -1) {
      answered[shape.parent[i]] = true;
    }
  }
  return answered;
}

// Returns for each span whether it represents a call to a server: an attempt,
// or a call without attempt spans. Includes attempts that found no connection.
std::vector<bool> WentOut(const Spans& spans, const TraceShape& shape) {
  std::vector<bool> out(spans.size(), false);
  for (size_t i = 0; i < spans.size(); ++i) {
    out[i] = spans[i].role == Role::kAttempt;
  }
  for (const CallShape& call : shape.calls) {
    out[call.call] = call.attempts.empty();
  }
  return out;
}

void AddServices(const Spans& spans, const TraceShape& shape,
                 const Words& words, TraceSummary& summary) {
  // The service that serves "shop.v1.Store", according to its own spans.
  absl::flat_hash_map<absl::string_view, absl::string_view> servers;
  for (const SpanDigest& span : spans) {
    if (span.role != Role::kServer) continue;
    servers.emplace(ServiceOfMethod(words.At(span.method)),
                    words.At(span.service));
  }
  absl::flat_hash_map<absl::string_view, size_t> index;
  const auto count = [&](absl::string_view name, int calls, bool extra) {
    const auto [entry, fresh] = index.emplace(name, summary.services.size());
    if (fresh) summary.services.push_back({std::string(name), 0, 0});
    summary.services[entry->second].calls += calls;
    if (extra) summary.services[entry->second].extra += calls;
  };

  std::vector<int> order(spans.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return spans[a].start < spans[b].start;
  });
  const std::vector<bool> answered = Answered(spans, shape);
  const std::vector<bool> went_out = WentOut(spans, shape);
  if (shape.root != -1) count(words.At(spans[shape.root].service), 0, false);
  for (const int i : order) {
    const bool entry = i == shape.root || spans[i].role == Role::kServer;
    count(words.At(spans[i].service), entry ? 1 : 0, shape.extra[i]);
    const absl::string_view target = ServiceOfMethod(words.At(spans[i].method));
    if (!went_out[i] || answered[i] || target.empty()) continue;
    const auto server = servers.find(target);
    // A service that nothing reached appears with its zero.
    count(server == servers.end() ? target : server->second,
          spans[i].never_sent ? 0 : 1, shape.extra[i]);
  }
}

}  // namespace

TraceSummary Summarize(const Spans& spans, const TraceShape& shape,
                       const Words& words) {
  TraceSummary summary;
  if (shape.root == -1) return summary;
  const SpanDigest& root = spans[shape.root];
  const absl::string_view method = words.At(root.method);
  summary.name = std::string(method.empty() ? words.At(root.name) : method);
  summary.service = std::string(words.At(root.service));
  summary.code = std::string(words.At(root.code));
  summary.failed = root.failed;
  summary.spans = static_cast<int>(spans.size());

  summary.start = root.start;
  summary.duration = root.end - root.start;
  summary.extent_start = root.start;
  int64_t end = root.end;
  for (const SpanDigest& span : spans) {
    summary.extent_start = std::min(summary.extent_start, span.start);
    end = std::max(end, span.end);
  }
  summary.extent = end - summary.extent_start;
  summary.after_answer = end - root.end;

  AddCalls(spans, shape, words, summary);
  AddServices(spans, shape, words, summary);
  return summary;
}

}  // namespace baton::traceview
