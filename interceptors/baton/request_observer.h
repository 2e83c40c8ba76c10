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

// Interfaces for observers of server requests, like those for calls in
// call_observer.h. The server side reports to them and telemetry implements
// them.
namespace baton {

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
  absl::string_view method;
  // The address in gRPC's form: "ipv4:10.0.0.1:4711".
  absl::string_view peer;
  InboundGrant inbound;
  absl::Duration timeout = absl::InfiniteDuration();
  const RequestMetadata* metadata = nullptr;
};

// Observes one request. Created before the handler runs. Destroyed after the
// end of the request, and after the end of every call that the handler made
// under it.
//
// OnRequestEnd() runs once. Attach() may run on any thread while the observer
// exists, even during OnRequestEnd().
class RequestObserver {
 public:
  virtual ~RequestObserver() = default;

  // Makes the observer's context (such as a span) current on the thread that
  // created the attachment, until it is destroyed. It must be destroyed on the
  // same thread, in the reverse order of creation.
  class Attachment {
   public:
    virtual ~Attachment() = default;
  };
  // Returns nullptr if there is nothing to make current.
  virtual std::unique_ptr<Attachment> Attach() = 0;

  virtual void OnRequestEnd(const RequestReport& report) = 0;

  // The observers in this observer, if it is a list of several. Code that
  // searches for an observer of its own type must also search its members.
  using Members = absl::Span<const std::unique_ptr<RequestObserver>>;
  virtual Members members() const { return {}; }
};

// Creates an observer for each request of a server. Thread-safe. The hooks run
// on the path of the request: they must neither block nor throw.
class RequestObserverFactory {
 public:
  virtual ~RequestObserverFactory() = default;
  // Returns nullptr if this request is not observed.
  virtual std::unique_ptr<RequestObserver> OnRequestStart(
      const RequestStart& request) = 0;
};

// Combines several factories into one. The observers of a request receive the
// same events, in the given order. The attachment of a later observer is
// current above the earlier ones. The observers are members() of the combined
// one.
//
// Ignores null factories. Returns null if none remains, and the factory itself
// if only one remains.
std::shared_ptr<RequestObserverFactory> CombineRequestObservers(
    std::vector<std::shared_ptr<RequestObserverFactory>> factories);

}  // namespace baton

#endif  // BATON_REQUEST_OBSERVER_H_
