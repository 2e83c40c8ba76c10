// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/picture/trace_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "tools/traceview/model/span_facts.h"
#include "tools/traceview/picture/owners_text.h"
#include "tools/traceview/picture/picture_style.h"
#include "tools/traceview/picture/svg.h"

namespace baton::traceview {
namespace {

constexpr double kWidth = 960;
constexpr double kLeft = 128;
constexpr double kRight = 856;
constexpr double kTop = 96;
constexpr double kLane = 36;
constexpr double kLetter = 7.4;
// The width of bars for short spans, so that they can be seen.
constexpr double kNarrowest = 6;
constexpr size_t kMostLanes = 12;
constexpr int kMostBars = 400;

std::string Milliseconds(int64_t nanos) {
  const double milliseconds = static_cast<double>(nanos) / 1e6;
  return milliseconds < 10 ? absl::StrFormat("%.1f ms", milliseconds)
                           : absl::StrFormat("%.0f ms", milliseconds);
}

// A span with the data that the picture needs.
struct Drawn {
  SpanFacts facts;
  std::string service;
  int64_t start = 0;
  int64_t end = 0;
};

std::vector<Drawn> Read(const StoredTrace& trace) {
  std::vector<Drawn> spans;
  for (size_t i = 0; i < trace.spans.size(); ++i) {
    const auto& span = trace.spans[i];
    const int64_t start = UnixNanos(span.start_time_unix_nano());
    spans.push_back({ReadFacts(span),
                     ServiceName(trace.origins[trace.origin[i]].resource()),
                     start,
                     std::max(start, UnixNanos(span.end_time_unix_nano()))});
  }
  return spans;
}

class Painter {
 public:
  explicit Painter(const StoredTrace& trace)
      : trace_(trace),
        spans_(Read(trace)),
        services_(trace.row.summary.services),
        svg_(kWidth, kTop + kLane * LaneCount() + 40) {}

  std::string Paint() {
    svg_.Box("paper", 0.5, 0.5, kWidth - 1, kTop + kLane * LaneCount() + 39,
             10);
    PaintHead();
    PaintLanes();
    for (size_t i = 0; i < spans_.size(); ++i) {
      if (spans_[i].facts.role == Role::kServer) PaintServer(spans_[i]);
    }
    for (const CallShape& call : trace_.shape.calls) {
      if (call.attempts.size() > 1 || EndsInAWait(call)) PaintAttempts(call);
    }
    return svg_.Document(title_, kPictureStyle);
  }

 private:
  double LaneCount() const {
    return static_cast<double>(std::min(services_.size(), kMostLanes));
  }

  double X(int64_t time) const {
    const TraceSummary& summary = trace_.row.summary;
    const double share = static_cast<double>(time - summary.extent_start) /
                         std::max<double>(1, summary.extent);
    return kLeft + std::clamp(share, 0.0, 1.0) * (kRight - kLeft);
  }

  // Returns the middle of a service's lane.
  std::optional<double> Y(absl::string_view service) const {
    for (size_t i = 0; i < std::min(services_.size(), kMostLanes); ++i) {
      if (services_[i].name == service) {
        return kTop + kLane * (static_cast<double>(i) + 0.5);
      }
    }
    return std::nullopt;
  }

  void PaintHead() {
    const TraceSummary& summary = trace_.row.summary;
    title_ = absl::StrCat(summary.name, ": ",
                          summary.saved ? "saved by a retry"
                          : summary.failed
                              ? absl::StrCat("failed with ", summary.code)
                              : "OK",
                          " after ", Milliseconds(summary.duration));
    svg_.Text("title", 20, 34, title_);
    svg_.Text("dim", 20, 56, OwnersText(trace_));
    svg_.Text("dim end", kWidth - 20, 80, "calls");
  }

  void PaintLanes() {
    const double bottom = kTop + kLane * LaneCount();
    const TraceSummary& summary = trace_.row.summary;
    const int64_t step = TickStep(summary.extent);
    for (int64_t at = 0; at <= summary.extent; at += step) {
      const double x = X(summary.extent_start + at);
      svg_.Line("line", x, kTop, x, bottom);
      svg_.Text("dim middle", x, 80, at == 0 ? "0" : Milliseconds(at));
    }
    for (const ServiceLoad& service : services_) {
      const auto y = Y(service.name);
      if (!y.has_value()) continue;
      svg_.Line("line", 20, *y + kLane / 2, kWidth - 20, *y + kLane / 2);
      svg_.Text("bold", 20, *y + 4.5, service.name);
      if (service.name == summary.service) continue;
      const int planned = service.calls - service.extra;
      svg_.Text("dim end", kWidth - 20, *y + 4.5,
                service.extra == 0
                    ? absl::StrCat(planned, "×")
                    : absl::StrCat(planned, " + ", service.extra));
    }
    // Spans that end at almost the same time as the request are no later work.
    if (summary.after_answer > summary.extent / 100) {
      const double x = X(summary.start + summary.duration);
      svg_.Line("answer", x, kTop, x, bottom);
      svg_.Text("dim", x + 4, kTop + 11, "answer");
    }
    PaintLegend(bottom + 21);
  }

  void PaintLegend(double y) {
    double x = kLeft;
    for (const auto& [classes, text, room] :
         {std::tuple("good", "successful attempt", 130),
          std::tuple("bad", "failed attempt", 102),
          std::tuple("wait", "wait before a retry", 128),
          std::tuple("server", "request at a service", 136),
          std::tuple("stumbled", "request that failed", 0)}) {
      svg_.Box(classes, x, y - 9, 14, 10, 2);
      svg_.Text("dim", x + 20, y, text);
      x += 20 + room;
    }
  }

  // Returns a step of 1, 2 or 5 times a power of ten. Gives at most six parts.
  static int64_t TickStep(int64_t length) {
    const double raw = std::max<double>(1, length) / 6;
    const double power = std::pow(10, std::floor(std::log10(raw)));
    double step = 10 * power;
    for (const double digit : {5.0, 2.0, 1.0}) {
      if (digit * power >= raw) step = digit * power;
    }
    return std::max<int64_t>(1, static_cast<int64_t>(step));
  }

  void Bar(absl::string_view classes, const Drawn& span, double height) {
    const auto y = Y(span.service);
    if (!y.has_value() || ++bars_ > kMostBars) return;
    const double width = std::max(kNarrowest, X(span.end) - X(span.start));
    svg_.Box(classes, std::min(X(span.start), kRight - width), *y - height / 2,
             width, height, 3);
  }

  void PaintServer(const Drawn& span) {
    Bar(span.facts.failed ? "stumbled" : "server", span, 10);
  }

  // Returns whether the call waited after its last attempt, until it ended.
  bool EndsInAWait(const CallShape& call) const {
    if (call.attempts.empty()) return false;
    const Drawn& caller = spans_[call.call];
    const Drawn& last = spans_[call.attempts.back()];
    return caller.end > last.end &&
           std::any_of(caller.facts.waits.begin(), caller.facts.waits.end(),
                       [&](const Wait& wait) {
                         return wait.begins_unix_nano >= last.start;
                       });
  }

  void PaintAttempts(const CallShape& call) {
    const Drawn& caller = spans_[call.call];
    for (size_t i = 0; i < call.attempts.size(); ++i) {
      const Drawn& attempt = spans_[call.attempts[i]];
      const std::string code =
          attempt.facts.never_sent ? "no connection" : attempt.facts.code;
      if (i > 0) PaintWait(caller, spans_[call.attempts[i - 1]], attempt);
      Bar(attempt.facts.failed ? "bad" : "good", attempt, 20);
      Label(attempt, attempt.start, attempt.end, "on",
            {absl::StrCat(i + 1, " ", code), absl::StrCat(i + 1)});
    }
    if (!EndsInAWait(call)) return;
    Drawn end = caller;
    end.start = caller.end;
    PaintWait(caller, spans_[call.attempts.back()], end);
  }

  void PaintWait(const Drawn& caller, const Drawn& before, const Drawn& after) {
    if (after.start <= before.end) return;
    Drawn gap = caller;
    gap.start = before.end;
    gap.end = after.start;
    Bar("wait", gap, 20);
    std::string cause = "wait";
    for (const Wait& wait : caller.facts.waits) {
      if (wait.begins_unix_nano >= before.start &&
          wait.begins_unix_nano <= after.start && !wait.cause.empty()) {
        cause = absl::StrReplaceAll(wait.cause, {{"_", " "}});
      }
    }
    const std::string took = Milliseconds(gap.end - gap.start);
    Label(caller, gap.start, gap.end, "waited",
          {absl::StrCat(cause, " ", took), cause});
  }

  // Draws the first of the texts that fits.
  void Label(const Drawn& span, int64_t from, int64_t to,
             absl::string_view classes,
             const std::array<std::string, 2>& texts) {
    const auto y = Y(span.service);
    if (!y.has_value() || bars_ > kMostBars) return;
    for (const std::string& text : texts) {
      if (static_cast<double>(text.size()) * kLetter + 6 > X(to) - X(from)) {
        continue;
      }
      svg_.Text(absl::StrCat(classes, " middle"), (X(from) + X(to)) / 2, *y + 4,
                text);
      return;
    }
  }

  const StoredTrace& trace_;
  const std::vector<Drawn> spans_;
  const std::vector<ServiceLoad>& services_;
  Svg svg_;
  std::string title_;
  int bars_ = 0;
};

}  // namespace

std::string TracePicture(const StoredTrace& trace) {
  return Painter(trace).Paint();
}

}  // namespace baton::traceview
