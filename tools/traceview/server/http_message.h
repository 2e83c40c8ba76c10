// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TOOLS_TRACEVIEW_SERVER_HTTP_MESSAGE_H_
#define BATON_TOOLS_TRACEVIEW_SERVER_HTTP_MESSAGE_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace baton::traceview {

struct HttpRequest {
  std::string method;  // "GET"
  std::string path;    // "/api/traces", without the query
  std::map<std::string, std::string> query;
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;

  // Returns the value of the header, or "" if it is absent.
  absl::string_view Header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? absl::string_view() : found->second;
  }
};

struct HttpResponse {
  int status = 200;
  std::string content_type = "text/plain; charset=utf-8";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers;
  // If set, the body consists of the parts that this function returns, until it
  // returns nullopt.
  std::function<std::optional<std::string>()> next_part;
};

// Handles a request. Must be thread-safe, since several threads call it.
using HttpHandler = std::function<HttpResponse(const HttpRequest&)>;

}  // namespace baton::traceview

#endif  // BATON_TOOLS_TRACEVIEW_SERVER_HTTP_MESSAGE_H_
