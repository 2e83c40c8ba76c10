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
  // The number of calls for the worst request: the request whose calls exceed
  // its bound most. If no request exceeds its bound, this is the request that
  // comes nearest to it. 0 if the caller does not participate, because there is
  // no bound then.
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

  // Returns the number of calls at the layer with this name, from all sites
  // together. Returns 0 if no layer has this name.
  int64_t CallsAt(absl::string_view layer) const;
  // Returns the maximum of this number for one request.
  int MaxCallsAt(absl::string_view layer) const;
  // Returns the average of this number for one request.
  double LoadAt(absl::string_view layer) const;

  // Checks the amplification bound. Without retries, one request causes at most
  // C calls at a call site. With a grant of G, at most C * (1 + G) calls are
  // then allowed. If a layer does not participate, calls may reach its callees
  // without a header. A participating callee creates a new grant for each such
  // call, and the bound counts these grants. Returns FAILED_PRECONDITION with
  // every site that exceeded its bound.
  absl::Status CheckAmplification() const;

  // Returns the report as a table.
  std::string ToString() const;
};

std::ostream& operator<<(std::ostream& out, const Report& report);

// Creates the report from the counts. `options` must be the result of
// Complete().
Report Judge(const Options& options, const Count& count);

}  // namespace baton::chain

#endif  // BATON_CHAIN_REPORT_H_
