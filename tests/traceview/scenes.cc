// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/traceview/scenes.h"

#include <deque>
#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "tests/traceview/trace_building.h"

namespace baton::traceview {
namespace {

using opentelemetry::proto::trace::v1::Status;

constexpr char kGet[] = "shop.v1.Stock/Get";

// Builds the spans of one scene. Times are in milliseconds since its start.
class Stage {
 public:
  Stage(Scene scene, int64_t start_unix_nano)
      : scene_(scene), start_(start_unix_nano) {}

  // An attempt, and its request at the server if that has a service.
  struct Try {
    double start = 0;
    double end = 0;
    std::string code = "OK";
    std::string origin = "server";
    std::string server = "";       // the service that received it. Empty: none
    double server_end = 0;         // 0: just before `end`
    std::string server_code = "";  // empty: like `code`
  };

  std::string Root(double end, const std::string& code) {
    return Server("gateway", MethodOf(scene_), "", 0, end, code);
  }

  std::string Server(const std::string& service, const std::string& method,
                     const std::string& parent, double start, double end,
                     const std::string& code) {
    return Add(service, method, Span::SPAN_KIND_SERVER, parent, start, end,
               method, code)
        .span_id();
  }

  Span& Call(const std::string& service, const std::string& method,
             const std::string& parent, double start, double end,
             const std::string& code, const std::string& reason) {
    Span& span = Add(service, method, Span::SPAN_KIND_CLIENT, parent, start,
                     end, method, code);
    PutNumber(span, "retry.grant", grant_);
    PutText(span, "retry.owner", "keep");
    PutText(span, "retry.idempotency", idempotency_);
    PutText(span, "deadline.source", deadline_source_);
    PutText(span, "retry.stop_reason", reason);
    return span;
  }

  // Returns the id of the server's span, or else of the attempt's.
  std::string Attempt(const std::string& service, const Span& call, int number,
                      const Try& made, const std::string& decision) {
    const std::string method = call.name();
    Span& span =
        Add(service, "Attempt." + absl::StrReplaceAll(method, {{"/", "."}}),
            Span::SPAN_KIND_CLIENT, call.span_id(), made.start, made.end,
            method, made.code);
    PutNumber(span, "retry.attempt_number", number);
    PutText(span, "retry.origin", made.origin);
    PutText(span, "retry.decision", decision);
    if (made.server.empty()) return span.span_id();
    return Server(made.server, method, span.span_id(), made.start + 0.4,
                  made.server_end > 0 ? made.server_end : made.end - 0.4,
                  made.server_code.empty() ? made.code : made.server_code);
  }

  // Records that the latest attempt found no connection.
  void NeverSent(const std::string& service) {
    Span& span = spans_[service].back();
    auto& attribute = *span.add_attributes();
    attribute.set_key("retry.never_sent");
    attribute.mutable_value()->set_bool_value(true);
    PutText(span, "retry.wait_cause", "connection");
  }

  void Wait(Span& call, double at, const std::string& cause, int64_t ms) {
    Span::Event& event = *call.add_events();
    event.set_name("retry.wait");
    event.set_time_unix_nano(Nanos(at));
    PutText(event, "retry.wait_cause", cause);
    PutNumber(event, "retry.wait_ms", ms);
  }

  TraceRequest Finish() {
    TraceRequest request;
    for (auto& [service, spans] : spans_) {
      auto& resource = *request.add_resource_spans();
      PutText(*resource.mutable_resource(), "service.name", service);
      auto& scope = *resource.add_scope_spans();
      scope.mutable_scope()->set_name("baton");
      for (Span& span : spans) scope.add_spans()->Swap(&span);
    }
    return request;
  }

  // Of the next calls.
  int64_t grant_ = 2;
  std::string idempotency_ = "idempotent";
  std::string deadline_source_ = "default";

 private:
  uint64_t Nanos(double milliseconds) const {
    return static_cast<uint64_t>(start_) +
           static_cast<uint64_t>(milliseconds * 1e6);
  }

  Span& Add(const std::string& service, const std::string& name,
            Span::SpanKind kind, const std::string& parent, double start,
            double end, const std::string& method, const std::string& code) {
    const auto number = static_cast<uint8_t>(scene_);
    Span span = MakeSpan(++count_, 0, kind, Nanos(start), Nanos(end));
    span.set_trace_id(std::string(15, '\x07') + static_cast<char>(number + 1));
    span.set_parent_span_id(parent);
    span.set_name(name);
    PutText(span, "rpc.system.name", "grpc");
    PutText(span, "rpc.method", method);
    PutText(span, "rpc.response.status_code", code);
    if (code != "OK")
      span.mutable_status()->set_code(Status::STATUS_CODE_ERROR);
    return spans_[service].emplace_back(std::move(span));
  }

  const Scene scene_;
  const int64_t start_;
  // A deque keeps references valid while spans are added.
  std::map<std::string, std::deque<Span>> spans_;
  uint8_t count_ = 0;
};

using Try = Stage::Try;

Try Fails(double start, double end) {
  return {start, end, "UNAVAILABLE", "server", "stock"};
}

Try Answers(double start, double end) {
  return {start, end, "OK", "server", "stock"};
}

Try Unconnected(double start) {
  return {start, start + 0.6, "UNAVAILABLE", "unconfirmed"};
}

void ConnectionWait(Stage& stage) {
  const std::string root = stage.Root(599, "UNAVAILABLE");
  Span& call =
      stage.Call("gateway", kGet, root, 1, 597, "UNAVAILABLE", "no_connection");
  stage.Attempt("gateway", call, 1, Unconnected(1.1), "retry");
  stage.NeverSent("gateway");
  stage.Wait(call, 1.8, "connection", 15);
}

void Reconnected(Stage& stage) {
  const std::string root = stage.Root(412, "OK");
  Span& call = stage.Call("gateway", kGet, root, 1, 410, "OK", "succeeded");
  stage.Attempt("gateway", call, 1, Fails(1.1, 7), "retry");
  stage.Wait(call, 7.1, "backoff", 18);
  stage.Attempt("gateway", call, 2, Unconnected(25), "retry");
  stage.NeverSent("gateway");
  stage.Wait(call, 25.7, "connection", 30);
  stage.Attempt("gateway", call, 3, Unconnected(170), "retry");
  stage.NeverSent("gateway");
  stage.Wait(call, 170.7, "connection", 44);
  stage.Attempt("gateway", call, 4, Answers(400, 409), "stop");
}

void OwnLimits(Stage& stage) {
  const std::string root = stage.Root(606, "DEADLINE_EXCEEDED");
  Span& call = stage.Call("gateway", "shop.v1.Orders/Report", root, 1, 601,
                          "DEADLINE_EXCEEDED", "not_enough_time");
  stage.Attempt(
      "gateway", call, 1,
      {1.1, 201, "DEADLINE_EXCEEDED", "attempt_timeout", "orders", 452, "OK"},
      "retry");
  stage.Wait(call, 201, "backoff", 9);
  stage.Attempt("gateway", call, 2,
                {210, 410, "DEADLINE_EXCEEDED", "attempt_timeout", "orders",
                 417, "CANCELLED"},
                "retry");
  stage.Wait(call, 410, "backoff", 31);
  stage.Attempt(
      "gateway", call, 3,
      {441, 601, "DEADLINE_EXCEEDED", "call_deadline", "orders", 854, "OK"},
      "stop");
}

void InheritedDeadline(Stage& stage) {
  const std::string root = stage.Root(88, "DEADLINE_EXCEEDED");
  stage.deadline_source_ = "inherited";
  Span& call = stage.Call("gateway", kGet, root, 1, 86, "DEADLINE_EXCEEDED",
                          "not_enough_time");
  stage.Attempt("gateway", call, 1,
                {1.1, 86, "DEADLINE_EXCEEDED", "call_deadline"}, "stop");
}

void FanOut(Stage& stage, bool fails) {
  const std::string root =
      stage.Root(fails ? 96 : 14, fails ? "UNAVAILABLE" : "OK");
  const int healthy = fails ? 2 : 3;
  for (int i = 0; i < healthy; ++i) {
    Span& call =
        stage.Call("gateway", kGet, root, 1 + i, 9 + i, "OK", "succeeded");
    stage.Attempt("gateway", call, 1, Answers(1.2 + i, 8.8 + i), "stop");
  }
  for (int i = 0; fails && i < 2; ++i) {
    Span& call =
        stage.Call("gateway", kGet, root, 3 + i, 34 + i, "OK", "succeeded");
    stage.Attempt("gateway", call, 1, Fails(3.2 + i, 8 + i), "retry");
    stage.Wait(call, 8 + i, "backoff", 17);
    stage.Attempt("gateway", call, 2, Answers(25 + i, 33.8 + i), "stop");
  }
  if (!fails) return;
  Span& call = stage.Call("gateway", kGet, root, 6, 93, "UNAVAILABLE",
                          "grant_exhausted");
  stage.Attempt("gateway", call, 1, Fails(6.2, 13), "retry");
  stage.Wait(call, 13, "backoff", 19);
  stage.Attempt("gateway", call, 2, Fails(32, 38), "retry");
  stage.Wait(call, 38, "backoff", 48);
  stage.Attempt("gateway", call, 3, Fails(86, 92.8), "stop");
}

void NoGrantBelow(Stage& stage) {
  const std::string root = stage.Root(21, "UNAVAILABLE");
  stage.idempotency_ = "unknown";
  Span& place = stage.Call("gateway", "shop.v1.Orders/Place", root, 1, 20,
                           "UNAVAILABLE", "not_idempotent");
  const std::string orders =
      stage.Attempt("gateway", place, 1,
                    {1.2, 19.8, "UNAVAILABLE", "server", "orders"}, "stop");
  stage.idempotency_ = "idempotent";
  stage.grant_ = 0;
  Span& reserve = stage.Call("orders", "shop.v1.Stock/Reserve", orders, 4, 17,
                             "UNAVAILABLE", "no_grant");
  stage.Attempt("orders", reserve, 1, Fails(4.2, 16.8), "stop");
}

void StalledClient(Stage& stage) {
  const std::string root = stage.Root(431, "DEADLINE_EXCEEDED");
  stage.deadline_source_ = "call";
  Span& call = stage.Call("gateway", kGet, root, 1, 429, "DEADLINE_EXCEEDED",
                          "not_enough_time");
  PutNumber(call, "retry.process_stall_ms", 412);
  stage.Attempt(
      "gateway", call, 1,
      {1.1, 429, "DEADLINE_EXCEEDED", "call_deadline", "stock", 12, "OK"},
      "stop");
}

}  // namespace

std::string MethodOf(Scene scene) {
  switch (scene) {
    case Scene::kConnectionWait:
      return "scene.v1.Gateway/ConnectionWait";
    case Scene::kReconnected:
      return "scene.v1.Gateway/Reconnected";
    case Scene::kOwnLimits:
      return "scene.v1.Gateway/OwnLimits";
    case Scene::kInheritedDeadline:
      return "scene.v1.Gateway/InheritedDeadline";
    case Scene::kHealthyFanOut:
      return "scene.v1.Gateway/HealthyFanOut";
    case Scene::kFailedFanOut:
      return "scene.v1.Gateway/FailedFanOut";
    case Scene::kNoGrantBelow:
      return "scene.v1.Gateway/NoGrantBelow";
    case Scene::kStalledClient:
      return "scene.v1.Gateway/StalledClient";
  }
  return "";
}

TraceRequest SceneTrace(Scene scene, int64_t start_unix_nano) {
  Stage stage(scene, start_unix_nano);
  switch (scene) {
    case Scene::kConnectionWait:
      ConnectionWait(stage);
      break;
    case Scene::kReconnected:
      Reconnected(stage);
      break;
    case Scene::kOwnLimits:
      OwnLimits(stage);
      break;
    case Scene::kInheritedDeadline:
      InheritedDeadline(stage);
      break;
    case Scene::kHealthyFanOut:
      FanOut(stage, false);
      break;
    case Scene::kFailedFanOut:
      FanOut(stage, true);
      break;
    case Scene::kNoGrantBelow:
      NoGrantBelow(stage);
      break;
    case Scene::kStalledClient:
      StalledClient(stage);
      break;
  }
  return stage.Finish();
}

}  // namespace baton::traceview
