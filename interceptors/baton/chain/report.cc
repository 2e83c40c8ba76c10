// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/chain/report.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

namespace baton::chain {
namespace {

// More paths than any test has calls.
constexpr int64_t kManyPaths = 1'000'000;

std::string NameOf(const Options& options, int layer) {
  return layer == Site::kApp
             ? "app"
             : options.layers[static_cast<std::size_t>(layer)].name;
}

Participation ParticipationOf(const Options& options, int layer) {
  return layer == Site::kApp
             ? options.app_participation
             : options.layers[static_cast<std::size_t>(layer)].participation;
}

// Returns how often each site is called for one grant that `edge` creates, if
// no call is retried. Counts all paths on which the grant is known.
std::vector<int64_t> CallsWithoutRetries(const Options& options,
                                         const std::vector<Site>& sites,
                                         int edge) {
  // Sites are sorted by caller, and callees come after callers.
  std::map<int, int64_t> runs = {{edge, 1}};
  std::vector<int64_t> calls(sites.size());
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const auto caller = runs.find(sites[i].caller);
    if (caller == runs.end()) continue;
    calls[i] = caller->second;
    if (ParticipationOf(options, sites[i].callee) == Participation::kNone) {
      continue;
    }
    int64_t& callee = runs[sites[i].callee];
    callee = std::min(kManyPaths, callee + calls[i]);
  }
  return calls;
}

class AmplificationBound {
 public:
  AmplificationBound(const Options& options, const std::vector<Site>& sites)
      : grant_(options.grant), sites_(sites.size()) {
    if (options.app_participation == Participation::kBaton) {
      of_app_ = CallsWithoutRetries(options, sites, Site::kApp);
    }
    for (std::size_t i = 0; i < options.layers.size(); ++i) {
      const bool may_create_grants =
          options.layers[i].participation == Participation::kBaton;
      of_layers_.push_back(
          may_create_grants
              ? CallsWithoutRetries(options, sites, static_cast<int>(i))
              : std::vector<int64_t>());
    }
  }

  // Returns the maximum number of calls at each site for a request.
  std::vector<int64_t> Allowed(const RequestCount& count) const {
    std::vector<int64_t> allowed(sites_);
    Add(of_app_, 1, allowed);
    for (std::size_t i = 0; i < of_layers_.size(); ++i) {
      Add(of_layers_[i], count.created_grants[i], allowed);
    }
    return allowed;
  }

 private:
  void Add(const std::vector<int64_t>& calls, int grants,
           std::vector<int64_t>& allowed) const {
    for (std::size_t i = 0; i < calls.size(); ++i) {
      allowed[i] += calls[i] * grants * (1 + grant_);
    }
  }

  const int grant_;
  const std::size_t sites_;
  std::vector<int64_t> of_app_;
  std::vector<std::vector<int64_t>> of_layers_;
};

void Enter(int calls, int64_t allowed, SiteReport& site) {
  site.calls += calls;
  site.max_calls = std::max(site.max_calls, calls);
  if (allowed == 0) return;
  const int limit = static_cast<int>(std::min(kManyPaths, allowed));
  if (site.allowed == 0 || calls - limit > site.judged - site.allowed) {
    site.judged = calls;
    site.allowed = limit;
  }
}

std::string WordOf(grpc::StatusCode code) {
  return absl::StrCat("code ", static_cast<int>(code));
}

}  // namespace

Report Judge(const Options& options, const Count& count) {
  const std::vector<Site> sites = SitesOf(options);
  const AmplificationBound bound(options, sites);
  Report report;
  for (const Site& site : sites) {
    SiteReport& entry = report.sites.emplace_back();
    entry.caller = NameOf(options, site.caller);
    entry.callee = NameOf(options, site.callee);
  }
  for (const auto& [request, calls] : count.requests) {
    const std::vector<int64_t> allowed = bound.Allowed(calls);
    for (std::size_t i = 0; i < sites.size(); ++i) {
      Enter(calls.at_sites[i], allowed[i], report.sites[i]);
    }
    for (std::size_t i = 0; i < calls.at_layers.size(); ++i) {
      int& max_calls = report.max_calls_at[options.layers[i].name];
      max_calls = std::max(max_calls, calls.at_layers[i]);
    }
  }
  for (const auto& [code, responses] : count.responses) {
    report.requests += responses;
    if (code == grpc::StatusCode::OK) {
      report.served = responses;
    } else {
      report.failures[code] = responses;
    }
  }
  return report;
}

int64_t Report::CallsAt(absl::string_view layer) const {
  int64_t calls = 0;
  for (const SiteReport& site : sites) {
    if (site.callee == layer) calls += site.calls;
  }
  return calls;
}

int Report::MaxCallsAt(absl::string_view layer) const {
  const auto found = max_calls_at.find(std::string(layer));
  return found == max_calls_at.end() ? 0 : found->second;
}

double Report::LoadAt(absl::string_view layer) const {
  return requests == 0 ? 0 : static_cast<double>(CallsAt(layer)) / requests;
}

absl::Status Report::CheckAmplification() const {
  std::vector<std::string> broken;
  for (const SiteReport& site : sites) {
    if (site.judged <= site.allowed) continue;
    broken.push_back(absl::StrCat(site.caller, " -> ", site.callee,
                                  ": must be at most ", site.allowed,
                                  " calls for one request, got ", site.judged));
  }
  if (broken.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrJoin(broken, "; "));
}

std::string Report::ToString() const {
  std::string text =
      absl::StrCat(requests, requests == 1 ? " request, " : " requests, ",
                   served, " served");
  for (const auto& [code, responses] : failures) {
    absl::StrAppend(&text, ", ", responses, " with ", WordOf(code));
  }
  absl::StrAppendFormat(&text, "\n%-32s %8s %12s %8s\n", "call site", "calls",
                        "max/request", "allowed");
  for (const SiteReport& site : sites) {
    const std::string name = absl::StrCat(site.caller, " -> ", site.callee);
    const std::string allowed =
        site.allowed == 0 ? "-" : absl::StrCat(site.allowed);
    absl::StrAppendFormat(&text, "%-32s %8d %12d %8s%s\n", name, site.calls,
                          site.max_calls, allowed,
                          site.judged > site.allowed ? "  EXCEEDED" : "");
  }
  return text;
}

std::ostream& operator<<(std::ostream& out, const Report& report) {
  return out << report.ToString();
}

}  // namespace baton::chain
