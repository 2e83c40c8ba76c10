// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CHAIN_REPORT_H_
#define BATON_CHAIN_REPORT_H_

#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "baton/chain/layers.h"
#include "baton/chain/tally.h"
#include "grpcpp/support/status.h"

namespace baton::chain {

// The calls of one place that makes calls.
struct SiteReport {
  std::string caller;  // "app", or a layer's name
  std::string callee;
  int64_t calls = 0;  // that arrived
  int worst = 0;      // the most of them for one request
  // Among the requests, the one with the most calls beyond what the law allows,
  // or else nearest to it: its calls, and what is allowed. 0 if the caller
  // knows nothing of budgets, so that no law binds it.
  int judged = 0;
  int allowed = 0;
};

// What the requests of an application have caused in a chain.
struct Report {
  int requests = 0;  // that were answered
  int served = 0;    // of those, with OK
  std::map<grpc::StatusCode, int> failures;
  std::vector<SiteReport> sites;
  // The most calls for one request at each layer, from all sites together.
  std::map<std::string, int> worst_at;

  // At the layer of that name, from all sites together. 0 for no layer.
  int64_t CallsAt(absl::string_view layer) const;
  int WorstAt(absl::string_view layer) const;
  // Calls at it for each request.
  double LoadAt(absl::string_view layer) const;

  // The law: 1 + G calls at most, at each site and for each time that it would
  // be called without retries. Where a layer knows nothing of budgets, the
  // layers below it that take part begin anew with each call that reaches them
  // without one. FAILED_PRECONDITION, with every site that broke it.
  absl::Status CheckLaw() const;

  // A table.
  std::string ToString() const;
};

std::ostream& operator<<(std::ostream& out, const Report& report);

// `options` are complete.
Report Judge(const Options& options, const Count& count);

}  // namespace baton::chain

#endif  // BATON_CHAIN_REPORT_H_
