// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_REQUEST_OBSERVER_H_
#define BATON_REQUEST_OBSERVER_H_

#include "baton/base/export.h"

#include <memory>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "baton/inbound_grant.h"
#include "baton/request_report.h"

// Interfaces for observers of server requests, like the interfaces for calls in
// call_observer.h. The server side of Baton calls the observers, and telemetry
// implements them.
namespace BATON_EXPORT baton {

// The metadata of a request, such as a trace context.
class RequestMetadata {
 public:
  virtual ~RequestMetadata() = default;
  // Returns the first value under `key` (lower case), or nullopt if there is
  // none. Valid as long as the request.
  virtual std::optional<absl::string_view> Get(absl::string_view key) const = 0;
};

// The start of a request. Valid only during OnRequestStart().
struct RequestStart {
  // The name of the method, as in "/shop.v1.Inventory/Get".
  absl::string_view method;
  // Whether the server serves this method: see ServerOptions::generic_methods.
  // If false, the caller has chosen the name, and it may have any bytes.
  bool method_is_registered = true;
  // The address in gRPC's form: "ipv4:10.0.0.1:4711".
  absl::string_view peer;
  // The grant of the request, and where it came from.
  InboundGrant inbound;
  // The time left until the deadline. Infinite without a deadline.
  absl::Duration timeout = absl::InfiniteDuration();
  // Whether the server believes the trace context and the baggage in the
  // metadata: see ServerOptions::trace_context.
  bool trace_context_is_trusted = true;
  // The metadata of the request. Never null.
  const RequestMetadata* metadata = nullptr;
};

// Observes one request. Created before the handler runs. Destroyed after the
// end of the request and of all calls that belong to the request.
//
// OnRequestEnd() runs once. Attach() may run on any thread while the observer
// exists, even during OnRequestEnd().
class RequestObserver {
 public:
  virtual ~RequestObserver() = default;

  // Makes the observer's context (such as a span) current on one thread, from
  // the construction of the attachment to its destruction. Both must happen on
  // that thread. Destroy attachments in the reverse order of their creation.
  class Attachment {
   public:
    virtual ~Attachment() = default;
  };
  // Returns a new attachment. Returns nullptr if there is nothing to make
  // current.
  virtual std::unique_ptr<Attachment> Attach() = 0;

  // Called once, after the end of the request.
  virtual void OnRequestEnd(const RequestReport& report) = 0;

  // The observers that this observer combines. A search for an observer of one
  // type must also search these members.
  using Members = absl::Span<const std::unique_ptr<RequestObserver>>;
  // Returns the combined observers. Empty if this observer combines none.
  virtual Members members() const { return {}; }
};

// Creates an observer for each request of a server. Thread-safe. The request
// continues only after a hook returns, so hooks must neither block nor throw.
class RequestObserverFactory {
 public:
  virtual ~RequestObserverFactory() = default;
  // Returns the observer of this request. Returns nullptr if the request is not
  // observed.
  virtual std::unique_ptr<RequestObserver> OnRequestStart(
      const RequestStart& request) = 0;
};

// Combines several factories into one. All observers of a request receive the
// same events, in the order of `factories`. Attach() attaches the observers in
// this order, so the context of the last observer is the current one.
// `members()` of the combined observer returns all observers.
//
// Ignores null factories. Returns null if no factory remains. If only one
// factory remains, returns that factory.
std::shared_ptr<RequestObserverFactory> CombineRequestObservers(
    std::vector<std::shared_ptr<RequestObserverFactory>> factories);

}  // namespace baton

#endif  // BATON_REQUEST_OBSERVER_H_
