// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_REQUEST_OBSERVER_H_
#define BATON_REQUEST_OBSERVER_H_

#include <memory>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "baton/inbound_grant.h"
#include "baton/request_report.h"

// Where a server's requests are watched from: the other half of
// attempt_observer.h. The server half reports to these interfaces and
// telemetry implements them.
namespace baton {

// The metadata that came with a request, such as a trace context.
class RequestMetadata {
 public:
  virtual ~RequestMetadata() = default;
  // The first value under `key` (lower case), valid as long as the request.
  virtual std::optional<absl::string_view> Get(absl::string_view key) const = 0;
};

// A request that came in. Valid for the length of OnRequestStart.
struct RequestStart {
  absl::string_view method;
  // As gRPC names it: "ipv4:10.0.0.1:4711".
  absl::string_view peer;
  InboundGrant inbound;
  absl::Duration timeout = absl::InfiniteDuration();
  const RequestMetadata* metadata = nullptr;
};

// Watches one request. Created before its handler runs; destroyed after its
// end, and after the end of every call that the handler made under it.
//
// OnRequestEnd runs once. Attach may run on any thread, at any time while the
// observer lives, also while OnRequestEnd runs.
class RequestObserver {
 public:
  virtual ~RequestObserver() = default;

  // While it lives, what the observer stands for (a span, say) is current on
  // the thread that made it. Destroyed on the same thread, in the reverse
  // order of making.
  class Attachment {
   public:
    virtual ~Attachment() = default;
  };
  // nullptr: nothing to be made current.
  virtual std::unique_ptr<Attachment> Attach() = 0;

  virtual void OnRequestEnd(const RequestReport& report) = 0;

  // Those that it stands for, if it is a list of several: who looks for an
  // observer of its own type looks among them, too.
  using Members = absl::Span<const std::unique_ptr<RequestObserver>>;
  virtual Members members() const { return {}; }
};

// Makes an observer for each request of a server. Thread-safe. The hooks run
// on the path of the request: they must neither block nor throw.
class RequestObserverFactory {
 public:
  virtual ~RequestObserverFactory() = default;
  // nullptr: this request is not watched.
  virtual std::unique_ptr<RequestObserver> OnRequestStart(
      const RequestStart& request) = 0;
};

// One factory made of several: the observers of a request are told the same,
// in the order given, and what the later ones attach is current above what the
// earlier ones do. They are its members().
//
// Null factories are left out. Of none is null, and of one is that one.
std::shared_ptr<RequestObserverFactory> CombineRequestObservers(
    std::vector<std::shared_ptr<RequestObserverFactory>> factories);

}  // namespace baton

#endif  // BATON_REQUEST_OBSERVER_H_
