// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/model/trace_shape.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/container/flat_hash_map.h"

namespace baton::traceview {
namespace {

using Spans = std::vector<SpanDigest>;

std::vector<int> Parents(const Spans& spans) {
  absl::flat_hash_map<uint64_t, int> index;
  for (size_t i = 0; i < spans.size(); ++i) {
    index.emplace(spans[i].id, static_cast<int>(i));
  }
  std::vector<int> parents(spans.size(), -1);
  for (size_t i = 0; i < spans.size(); ++i) {
    const auto found = index.find(spans[i].parent);
    if (spans[i].parent != 0 && found != index.end())
      parents[i] = found->second;
  }
  return parents;
}

// A span that is its own ancestor becomes a root.
void CutCycles(std::vector<int>& parents) {
  // The walk that visited the span first. 0: none yet.
  std::vector<int> met(parents.size(), 0);
  for (size_t i = 0; i < parents.size(); ++i) {
    const int walk = static_cast<int>(i) + 1;
    int at = static_cast<int>(i);
    while (at != -1 && met[at] == 0) {
      met[at] = walk;
      const int up = parents[at];
      if (up != -1 && met[up] == walk) parents[at] = -1;
      at = parents[at];
    }
  }
}

bool Overlap(const SpanDigest& a, const SpanDigest& b) {
  return a.start < b.end && b.start < a.end;
}

bool MayHaveLost(const SpanDigest& attempt, const Words& words) {
  const absl::string_view code = words.At(attempt.code);
  return code == "CANCELLED" || code.empty();
}

void MarkRaces(const Spans& spans, const Words& words, CallShape& call,
               std::vector<bool>& loser) {
  for (const int one : call.attempts) {
    for (const int other : call.attempts) {
      if (one == other || !Overlap(spans[one], spans[other])) continue;
      call.hedged = true;
      const bool other_won =
          !spans[other].failed && words.At(spans[other].code) == "OK";
      if (other_won && MayHaveLost(spans[one], words)) loser[one] = true;
    }
    call.hedged = call.hedged || spans[one].hedge;
  }
}

// A call with more attempts has no hedges. Comparing all pairs would be slow.
constexpr size_t kMostRacers = 64;

std::vector<CallShape> Calls(const Spans& spans, const Words& words,
                             TraceShape& shape) {
  std::vector<CallShape> calls;
  absl::flat_hash_map<int, size_t> by_span;
  for (size_t i = 0; i < spans.size(); ++i) {
    if (spans[i].role != Role::kCall) continue;
    by_span[static_cast<int>(i)] = calls.size();
    calls.emplace_back();
    calls.back().call = static_cast<int>(i);
  }
  for (size_t i = 0; i < spans.size(); ++i) {
    const auto call = by_span.find(shape.parent[i]);
    if (spans[i].role == Role::kAttempt && call != by_span.end()) {
      calls[call->second].attempts.push_back(static_cast<int>(i));
    }
  }
  const auto earlier = [&](int a, int b) {
    return spans[a].start < spans[b].start;
  };
  for (CallShape& call : calls) {
    std::stable_sort(call.attempts.begin(), call.attempts.end(), earlier);
    if (call.attempts.size() <= kMostRacers) {
      MarkRaces(spans, words, call, shape.loser);
    }
    if (!call.attempts.empty()) {
      call.sent = static_cast<int>(std::count_if(
          call.attempts.begin(), call.attempts.end(),
          [&](int attempt) { return !spans[attempt].never_sent; }));
    }
    const bool stumbled =
        std::any_of(call.attempts.begin(), call.attempts.end(),
                    [&](int i) { return spans[i].failed && !shape.loser[i]; });
    call.saved = stumbled && !spans[call.call].failed;
  }
  std::stable_sort(calls.begin(), calls.end(),
                   [&](const CallShape& a, const CallShape& b) {
                     return earlier(a.call, b.call);
                   });
  return calls;
}

// Returns the attempt that decided the call: the successful attempt, or else
// the last one.
int Final(const Spans& spans, const CallShape& call) {
  for (const int attempt : call.attempts) {
    if (!spans[call.call].failed && !spans[attempt].failed) return attempt;
  }
  return call.attempts.empty() ? -1 : call.attempts.back();
}

// Returns `marked` with all spans below a marked span. Visits each span once.
std::vector<bool> WithSpansBelow(const std::vector<int>& parent,
                                 std::vector<bool> marked) {
  std::vector<bool> known = marked;
  std::vector<int> path;
  for (size_t i = 0; i < marked.size(); ++i) {
    int at = static_cast<int>(i);
    for (; at != -1 && !known[at]; at = parent[at]) path.push_back(at);
    const bool above = at != -1 && marked[at];
    for (const int below : path) {
      marked[below] = above;
      known[below] = true;
    }
    path.clear();
  }
  return marked;
}

std::vector<bool> Superseded(const Spans& spans, const TraceShape& shape) {
  std::vector<bool> superseded(spans.size(), false);
  for (const CallShape& call : shape.calls) {
    const int final = Final(spans, call);
    for (const int attempt : call.attempts) {
      superseded[attempt] = attempt != final;
    }
  }
  return WithSpansBelow(shape.parent, std::move(superseded));
}

std::vector<bool> Extra(const Spans& spans, const TraceShape& shape) {
  std::vector<bool> extra(spans.size(), false);
  for (const CallShape& call : shape.calls) {
    bool is_first = true;
    for (const int attempt : call.attempts) {
      if (spans[attempt].never_sent) continue;
      extra[attempt] = !is_first;
      is_first = false;
    }
  }
  return WithSpansBelow(shape.parent, std::move(extra));
}

std::vector<OwnLimit> Limits(const Spans& spans, const TraceShape& shape) {
  std::vector<OwnLimit> limits(spans.size(), OwnLimit::kNone);
  for (const CallShape& call : shape.calls) {
    const SpanDigest& caller = spans[call.call];
    for (const int attempt : call.attempts) {
      limits[attempt] = spans[attempt].limit;
      if (limits[attempt] == OwnLimit::kCallDeadline &&
          caller.limit != OwnLimit::kNone) {
        limits[attempt] = caller.limit;
      }
    }
    const int final = Final(spans, call);
    if (caller.failed && final != -1 && spans[final].code == caller.code) {
      limits[call.call] = limits[final];
    }
  }
  return limits;
}

}  // namespace

TraceShape ShapeOf(const Spans& spans, const Words& words) {
  TraceShape shape;
  shape.parent = Parents(spans);
  CutCycles(shape.parent);
  shape.loser.assign(spans.size(), false);
  for (size_t i = 0; i < spans.size(); ++i) {
    if (shape.parent[i] != -1) continue;
    // A span whose parent has not arrived is a root for now. A span without a
    // parent id has precedence over these.
    const auto rank = [&](int span) {
      return std::make_pair(spans[span].parent != 0, spans[span].start);
    };
    const int candidate = static_cast<int>(i);
    if (shape.root == -1 || rank(candidate) < rank(shape.root)) {
      shape.root = candidate;
    }
  }
  shape.calls = Calls(spans, words, shape);
  shape.superseded = Superseded(spans, shape);
  shape.extra = Extra(spans, shape);
  shape.limit = Limits(spans, shape);
  return shape;
}

}  // namespace baton::traceview
