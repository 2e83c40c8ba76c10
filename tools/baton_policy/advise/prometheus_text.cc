// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/baton_policy/advise/prometheus_text.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/time/time.h"

namespace baton::tools {
namespace {

constexpr absl::string_view kBuckets =
    "grpc_client_attempt_duration_seconds_bucket";

bool IsNameCharacter(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' ||
         c == ':' || c == '.';
}

// Reads one line from left to right.
class LineReader {
 public:
  explicit LineReader(absl::string_view line) : rest_(line) {}

  void SkipSpaces() { rest_ = absl::StripLeadingAsciiWhitespace(rest_); }
  bool AtEnd() const { return rest_.empty(); }
  bool Take(char c) {
    SkipSpaces();
    return absl::ConsumePrefix(&rest_, absl::string_view(&c, 1));
  }

  // Returns an empty name if there is none.
  std::string TakeName() {
    SkipSpaces();
    std::size_t length = 0;
    while (length < rest_.size() && IsNameCharacter(rest_[length])) ++length;
    const std::string name(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return name;
  }

  // Reads text in double quotes. Returns false if there is none.
  bool TakeQuoted(std::string& text) {
    if (!Take('"')) return false;
    while (!rest_.empty() && rest_.front() != '"') {
      char c = rest_.front();
      rest_.remove_prefix(1);
      if (c == '\\') {
        if (rest_.empty()) return false;
        c = rest_.front() == 'n' ? '\n' : rest_.front();
        rest_.remove_prefix(1);
      }
      text.push_back(c);
    }
    return Take('"');
  }

  bool TakeNumber(double& number) {
    SkipSpaces();
    const absl::string_view word = rest_.substr(0, rest_.find_first_of(" \t"));
    rest_.remove_prefix(word.size());
    return absl::SimpleAtod(word, &number);
  }

 private:
  absl::string_view rest_;
};

bool TakeLabels(LineReader& line, PrometheusSample& sample) {
  while (!line.Take('}')) {
    std::string value;
    std::string name = line.TakeName();
    if (name.empty()) {
      // Names with other characters are in quotes. So is the name of a metric,
      // which has no value.
      if (!line.TakeQuoted(name) || name.empty()) return false;
      if (!line.Take('=')) {
        sample.name = std::move(name);
        if (line.Take(',')) continue;
        return line.Take('}');
      }
    } else if (!line.Take('=')) {
      return false;
    }
    if (!line.TakeQuoted(value)) return false;
    sample.labels.emplace_back(std::move(name), std::move(value));
    if (line.Take(',')) continue;
    return line.Take('}');
  }
  return true;
}

bool ReadSample(absl::string_view text, PrometheusSample& sample) {
  LineReader line(text);
  sample.name = line.TakeName();
  if (line.Take('{') && !TakeLabels(line, sample)) return false;
  if (sample.name.empty() || !line.TakeNumber(sample.value)) return false;
  double timestamp = 0;
  line.SkipSpaces();
  return line.AtEnd() || (line.TakeNumber(timestamp) && line.AtEnd());
}

// Returns the name as exporters write it that allow no dots.
std::string WithoutDots(std::string name) {
  for (char& c : name) {
    if (c == '.') c = '_';
  }
  return name;
}

// The cumulative counts of one histogram, by the ends of its buckets.
struct Histogram {
  std::string method;
  std::string status;
  std::map<double, double> counts;
};

// The names and values of all labels but the end of the bucket.
std::string SeriesOf(const PrometheusSample& sample) {
  std::string series;
  for (const auto& [name, value] : sample.labels) {
    if (name == "le") continue;
    absl::StrAppend(&series, absl::CEscape(name), "=\"", absl::CEscape(value),
                    "\",");
  }
  return series;
}

void Add(const Histogram& histogram, Latencies& latencies) {
  double before = 0;
  for (const auto& [end, count] : histogram.counts) {
    // A scrape may see a bucket before a smaller one. Counts never fall.
    const double inside = std::max(count - before, 0.0);
    before = std::max(count, before);
    if (IsCut(histogram.status)) {
      latencies.AddCut(inside);
    } else {
      latencies.AddAnswers(
          std::isinf(end) ? absl::InfiniteDuration() : absl::Seconds(end),
          inside);
    }
  }
}

}  // namespace

absl::string_view PrometheusSample::Label(absl::string_view label) const {
  for (const auto& one : labels) {
    if (WithoutDots(one.first) == label) return one.second;
  }
  return {};
}

absl::Status ReadPrometheusText(
    absl::string_view text,
    absl::FunctionRef<void(const PrometheusSample&)> visitor) {
  int number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    line = absl::StripAsciiWhitespace(line);
    if (line.empty() || line.front() == '#') continue;
    PrometheusSample sample;
    if (!ReadSample(line, sample)) {
      return absl::InvalidArgumentError(
          absl::StrCat(number,
                       ": must be a sample of the Prometheus text "
                       "format, such as name{label=\"value\"} 1"));
    }
    visitor(sample);
  }
  return absl::OkStatus();
}

absl::Status AddPrometheusText(absl::string_view text,
                               LatenciesByMethod& latencies) {
  std::map<std::string, Histogram> histograms;
  absl::Status status =
      ReadPrometheusText(text, [&](const PrometheusSample& sample) {
        if (WithoutDots(sample.name) != kBuckets) return;
        const absl::string_view of = sample.Label("grpc_status");
        const absl::string_view method = sample.Label("grpc_method");
        double end = 0;
        if (method.empty() || !absl::SimpleAtod(sample.Label("le"), &end) ||
            std::isnan(end) || end < 0 || !std::isfinite(sample.value) ||
            (of != "OK" && !IsCut(of))) {
          return;
        }
        Histogram& histogram = histograms[SeriesOf(sample)];
        histogram.method = FullMethod(method);
        histogram.status = std::string(of);
        histogram.counts[end] += sample.value;
      });
  if (!status.ok()) return status;
  if (histograms.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("has no samples of ", kBuckets,
                     " with the labels grpc_method, grpc_status and le"));
  }
  for (const auto& [series, histogram] : histograms) {
    Add(histogram, latencies[histogram.method]);
  }
  return absl::OkStatus();
}

}  // namespace baton::tools
