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

// The calls at one call site: from one layer, or the application, to one other
// layer.
struct SiteReport {
  std::string caller;  // "app", or the name of a layer
  std::string callee;  // the name of a layer
  int64_t calls = 0;   // calls that arrived
  int max_calls = 0;   // maximum number of calls for one request
  // The number of calls for the request that the check judges. This is the
  // request that exceeds its bound most. If no request exceeds its bound, it is
  // the request that comes nearest to its bound. 0 if the caller does not use
  // Baton, because there is no bound then.
  int judged = 0;
  // The bound for the judged request. 0 if there is no bound.
  int allowed = 0;
};

// The calls that the application's requests have caused in a chain.
struct Report {
  int requests = 0;  // requests that have ended
  int served = 0;    // requests that have ended with OK
  // The number of failed requests, by status code.
  std::map<grpc::StatusCode, int> failures;
  // The calls of each call site, in the order of SitesOf().
  std::vector<SiteReport> sites;
  // The maximum number of calls that one request caused at each layer, from all
  // sites together.
  std::map<std::string, int> max_calls_at;

  // Returns the number of calls at the layer with this name, from all sites
  // together. Returns 0 if no layer has this name.
  int64_t CallsAt(absl::string_view layer) const;
  // Returns the maximum number of calls at this layer for one request, from all
  // sites together.
  int MaxCallsAt(absl::string_view layer) const;
  // Returns the average number of calls at this layer for one request, from all
  // sites together.
  double LoadAt(absl::string_view layer) const;

  // Checks the amplification bound. Without retries, one request causes at most
  // C calls at a call site. With a grant of G, it may cause at most C * (1 + G)
  // calls there.
  //
  // If a layer does not use Baton, its calls may reach other layers without a
  // header. A layer with Baton then creates a new grant for each of these
  // calls. The bound counts these new grants.
  //
  // Returns FAILED_PRECONDITION with every site that exceeded its bound.
  absl::Status CheckAmplification() const;

  // Returns the report as a table.
  std::string ToString() const;
};

std::ostream& operator<<(std::ostream& out, const Report& report);

// Creates the report from the counts of a Tally. `options` must be the result
// of Complete().
Report Judge(const Options& options, const Count& count);

}  // namespace baton::chain

#endif  // BATON_CHAIN_REPORT_H_
