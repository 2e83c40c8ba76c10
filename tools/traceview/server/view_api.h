// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_SERVER_VIEW_API_H_
#define BATON_TOOLS_TRACEVIEW_SERVER_VIEW_API_H_

#include <cstddef>
#include <string>

#include "tools/traceview/server/http_message.h"
#include "tools/traceview/store/trace_store.h"

namespace baton::traceview {

// Handles all HTTP requests:
//
//   GET    /                      the page
//   GET    /api/traces            the list; ?since=REVISION&instance=NAME
//   GET    /api/traces/ID         one trace, for the page
//   GET    /api/traces/ID/otlp    one trace as OTLP JSON
//   GET    /api/export            all traces, one line of OTLP JSON each
//   POST   /api/import            reads such lines; Content-Type x-ndjson
//   DELETE /api/traces            deletes all traces
//   POST   /v1/traces             receives OTLP
//
// Rejects requests from pages of other origins, and requests with a host name
// that is not a name of the loopback interface. Web sites that a user visits
// must not read the traces of the user's machine.
class ViewApi {
 public:
  // `store` must outlive the object.
  ViewApi(TraceStore& store, const StoreLimits& limits,
          size_t max_message_bytes, std::string instance);

  HttpResponse Handle(const HttpRequest& request) const;

 private:
  HttpResponse Route(const HttpRequest& request) const;
  HttpResponse List(const HttpRequest& request) const;
  HttpResponse OneTrace(const std::string& id, bool otlp) const;
  HttpResponse Export() const;
  HttpResponse Import(const HttpRequest& request) const;

  TraceStore& store_;
  const StoreLimits limits_;
  const size_t max_message_bytes_;
  const std::string instance_;
};

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_SERVER_VIEW_API_H_
