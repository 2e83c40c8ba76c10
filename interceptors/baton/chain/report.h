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

// The calls of one call site.
struct SiteReport {
  std::string caller;  // "app", or the name of a layer
  std::string callee;  // the name of a layer
  int64_t calls = 0;   // calls that arrived
  int max_calls = 0;   // maximum for one request
  // The calls of the request that exceeds its bound most, or comes nearest to
  // it. 0 if there is no bound, because the caller does not participate.
  int judged = 0;
  // The bound for this request. 0 if there is no bound.
  int allowed = 0;
};

// The calls that the requests of an application have caused in a chain.
struct Report {
  int requests = 0;  // completed requests
  int served = 0;    // requests that completed with OK
  // The number of requests that failed, by their code.
  std::map<grpc::StatusCode, int> failures;
  // The calls of each call site, in the order of SitesOf().
  std::vector<SiteReport> sites;
  // The maximum of calls for one request at each layer, from all sites
  // together.
  std::map<std::string, int> max_calls_at;

  // Returns the calls at the layer with this name, from all sites together. 0
  // if no layer has this name.
  int64_t CallsAt(absl::string_view layer) const;
  // Returns the maximum of these calls for one request. 0 if no layer has this
  // name.
  int MaxCallsAt(absl::string_view layer) const;
  // Returns the calls at the layer for each request.
  double LoadAt(absl::string_view layer) const;

  // Checks the amplification bound: at most 1 + G calls at each call site, for
  // each time that the site would be called without retries. If a layer does
  // not participate, calls may reach the layers below it without a header.
  // Participating layers create a new grant for each such call. Returns
  // FAILED_PRECONDITION, with every site that exceeded its bound.
  absl::Status CheckAmplification() const;

  // Returns the report as a table.
  std::string ToString() const;
};

std::ostream& operator<<(std::ostream& out, const Report& report);

// Makes the report. `options` must be complete.
Report Judge(const Options& options, const Count& count);

}  // namespace baton::chain

#endif  // BATON_CHAIN_REPORT_H_
