// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_KIT_REFRESH_AND_RETRY_H_
#define BATON_KIT_REFRESH_AND_RETRY_H_

#include "baton/base/export.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "absl/time/time.h"
#include "baton/kit/retry_unit.h"
#include "baton/kit/unit_report.h"
#include "baton/policy/retry_options.h"
#include "baton/telemetry_interface.h"
#include "grpcpp/support/status.h"

namespace BATON_EXPORT baton {

// The options of RefreshAndRetry() and VerifyThenRetry(). A value.
struct ContentionOptions {
  // Sets waits for short conflicts: they start at 5 ms and grow.
  ContentionOptions();

  // The name in messages, reports and spans. Not empty.
  std::string name;
  // `max_attempts` counts writes. `contention.backoff` has the waits after
  // conflicts, and `backoff` has those after other failures.
  RetryOptions retry;
  // The time for all calls and waits. Positive, finite.
  absl::Duration total_time = defaults::kContentionMaxTime;
  // Creates spans, as for a RetryUnit. Null: no spans.
  std::shared_ptr<Telemetry> telemetry;
};

// Changes data that other clients change too, without locks: reads the latest
// version, builds a request from it, and writes. If the server returns
// FAILED_PRECONDITION or ABORTED for the write, another client was faster. Then
// all three steps run again, after a backoff.
//
//   const grpc::Status status = baton::RefreshAndRetry<Document,
//   UpdateRequest>(
//       options,
//       [&](Document* latest) { ... Get, with its etag ... },
//       [&](const Document& latest, UpdateRequest* request) { ... },
//       [&](const UpdateRequest& request) { ... Update, if the etag matches });
//
// `read` must not change anything. If `read` or `build` fails, the function
// returns its status, unless the failure of `read` can be retried. A write that
// may have taken effect is not repeated, unless its method is idempotent: see
// RetryUnit, which this function uses. Blocks the thread.
template <typename Snapshot, typename Request>
grpc::Status RefreshAndRetry(
    const ContentionOptions& options,
    const std::function<grpc::Status(Snapshot*)>& read,
    const std::function<grpc::Status(const Snapshot&, Request*)>& build,
    const std::function<grpc::Status(const Request&)>& write,
    UnitReport* report = nullptr);

// Makes one write that must not run twice. If it fails and may have taken
// effect, `read` looks whether it did, before the write is sent again:
//
//   kDone      returns OK, and `read` has filled the result
//   kNotDone   the write is sent again, if its failure can be retried
//   kUnknown   `read` runs again, and after that the outcome stays unknown
//
// Blocks the thread.
grpc::Status VerifyThenRetry(const ContentionOptions& options,
                             const std::function<Verified()>& read,
                             const std::function<grpc::Status()>& write,
                             UnitReport* report = nullptr);

// Implementation.

namespace kit {

// The parts of the functions above that know no messages.
grpc::Status RunRefresh(const ContentionOptions& options,
                        const std::function<grpc::Status()>& read,
                        const std::function<grpc::Status()>& write,
                        UnitReport* report);

}  // namespace kit

template <typename Snapshot, typename Request>
grpc::Status RefreshAndRetry(
    const ContentionOptions& options,
    const std::function<grpc::Status(Snapshot*)>& read,
    const std::function<grpc::Status(const Snapshot&, Request*)>& build,
    const std::function<grpc::Status(const Request&)>& write,
    UnitReport* report) {
  Snapshot snapshot{};
  const auto refresh = [&] {
    snapshot = Snapshot{};
    return read(&snapshot);
  };
  const auto apply = [&] {
    Request request{};
    grpc::Status built = build(snapshot, &request);
    return built.ok() ? write(request) : built;
  };
  return kit::RunRefresh(options, refresh, apply, report);
}

}  // namespace baton

#endif  // BATON_KIT_REFRESH_AND_RETRY_H_
