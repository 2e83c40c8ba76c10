// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/traceview/sample_traces.h"

#include <deque>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace baton::traceview {
namespace {

using opentelemetry::proto::common::v1::KeyValue;
using opentelemetry::proto::trace::v1::Span;

std::string Bytes(uint64_t high, uint64_t low, int count) {
  std::string bytes;
  for (int i = count - 1; i >= 0; --i) {
    const uint64_t part = i >= 8 ? high : low;
    bytes += static_cast<char>(part >> (8 * (i % 8)));
  }
  return bytes;
}

void Put(Span& span, absl::string_view key, absl::string_view value) {
  KeyValue& attribute = *span.add_attributes();
  attribute.set_key(std::string(key));
  attribute.mutable_value()->set_string_value(std::string(value));
}

void Put(Span& span, absl::string_view key, int64_t value) {
  KeyValue& attribute = *span.add_attributes();
  attribute.set_key(std::string(key));
  attribute.mutable_value()->set_int_value(value);
}

int CodeNumber(absl::string_view code) {
  return code == "UNAVAILABLE" ? 14 : code == "CANCELLED" ? 1 : 0;
}

// Builds the spans of one trace. Times are in microseconds since its start.
class Builder {
 public:
  explicit Builder(const SampleOptions& options) : options_(options) {}

  struct Call {
    std::string service;  // the caller
    std::string method;
    std::string parent;
    int64_t start = 0;
    int hop = 0;
    int64_t grant = 2;
  };

  std::string Server(absl::string_view service, absl::string_view method,
                     const std::string& parent, int64_t start, int64_t end,
                     absl::string_view code, int hop, int64_t grant) {
    Span& span = Add(service, method, Span::SPAN_KIND_SERVER, parent, start,
                     end, method, code);
    if (options_.story != Story::kForeign) {
      Put(span, "retry.grant", grant);
      Put(span, "retry.hop", hop);
    }
    return span.span_id();
  }

  Span& CallSpan(const Call& call, int64_t end, absl::string_view code,
                 absl::string_view reason) {
    Span& span = Add(call.service, call.method, Span::SPAN_KIND_CLIENT,
                     call.parent, call.start, end, call.method, code);
    if (options_.story != Story::kForeign) {
      Put(span, "retry.grant", call.grant);
      Put(span, "retry.hop", call.hop);
      Put(span, "retry.owner", "keep");
      Put(span, "retry.stop_reason", reason);
    }
    return span;
  }

  Span& Attempt(const Call& call, const std::string& parent, int number,
                int64_t start, int64_t end, absl::string_view code,
                absl::string_view decision) {
    Span& span =
        Add(call.service, absl::StrCat("Attempt.", call.method),
            Span::SPAN_KIND_CLIENT, parent, start, end, call.method, code);
    Put(span, "retry.attempt_number", number);
    Put(span, "retry.forwarded_grant", 0);
    Put(span, "retry.decision", decision);
    Put(span, "server.address", "127.0.0.1");
    return span;
  }

  void Wait(Span& call, int64_t at, absl::string_view cause, int64_t ms) {
    Span::Event& event = *call.add_events();
    event.set_name(absl::StrCat("retry.", std::string(cause)));
    event.set_time_unix_nano(Nanos(at));
    KeyValue& attribute = *event.add_attributes();
    attribute.set_key(cause == "pushback" ? "retry.pushback_ms"
                                          : "retry.wait_ms");
    attribute.mutable_value()->set_int_value(ms);
  }

  // Adds a successful call: call, attempt and server.
  std::string Answered(const Call& call, absl::string_view callee,
                       int64_t took) {
    if (options_.story == Story::kForeign) {
      const std::string id =
          CallSpan(call, call.start + took, "OK", "").span_id();
      return Server(callee, call.method, id, call.start + 300,
                    call.start + took - 300, "OK", 0, 0);
    }
    const std::string id =
        CallSpan(call, call.start + took, "OK", "succeeded").span_id();
    const std::string attempt = Attempt(call, id, 1, call.start + 60,
                                        call.start + took - 40, "OK", "stop")
                                    .span_id();
    return Server(callee, call.method, attempt, call.start + 300,
                  call.start + took - 300, "OK", call.hop + 1, 0);
  }

  void Work(absl::string_view service, absl::string_view name,
            const std::string& parent, int64_t start, int64_t end) {
    Add(service, name, Span::SPAN_KIND_INTERNAL, parent, start, end, "", "");
  }

  // Returns a value near `micros`, the same in each call.
  int64_t About(int64_t micros) const {
    std::minstd_rand draw(
        static_cast<uint32_t>(options_.number * 7919 + micros));
    draw.discard(3);
    return micros * (80 + static_cast<int64_t>(draw() % 40)) / 100;
  }

  int count() const { return static_cast<int>(count_); }

  TraceRequest Finish() {
    TraceRequest request;
    for (auto& [service, spans] : spans_) {
      auto& resource = *request.add_resource_spans();
      for (const auto& [key, value] :
           {std::pair<std::string, std::string>("service.name", service),
            {"service.version", "1.4.2"},
            {"host.name", absl::StrCat(service, "-7f9c")}}) {
        KeyValue& attribute = *resource.mutable_resource()->add_attributes();
        attribute.set_key(key);
        attribute.mutable_value()->set_string_value(value);
      }
      auto& scope = *resource.add_scope_spans();
      scope.mutable_scope()->set_name("baton");
      for (Span& span : spans) scope.add_spans()->Swap(&span);
    }
    return request;
  }

 private:
  uint64_t Nanos(int64_t micros) const {
    return static_cast<uint64_t>(options_.start_unix_nano + micros * 1000);
  }

  Span& Add(absl::string_view service, absl::string_view name,
            Span::SpanKind kind, const std::string& parent, int64_t start,
            int64_t end, absl::string_view method, absl::string_view code) {
    Span& span = spans_[std::string(service)].emplace_back();
    span.set_trace_id(
        Bytes(options_.number * 0x9E3779B97F4A7C15u, options_.number, 16));
    span.set_span_id(Bytes(0, options_.number << 16 | ++count_, 8));
    span.set_parent_span_id(parent);
    span.set_name(std::string(name));
    span.set_kind(kind);
    span.set_start_time_unix_nano(Nanos(start));
    span.set_end_time_unix_nano(Nanos(end));
    if (!method.empty()) {
      Put(span, "rpc.system", "grpc");
      const size_t slash = method.find('/');
      Put(span, "rpc.service", method.substr(0, slash));
      Put(span, "rpc.method", method.substr(slash + 1));
      Put(span, "rpc.grpc.status_code", CodeNumber(code));
    }
    if (!code.empty() && code != "OK") {
      span.mutable_status()->set_code(
          opentelemetry::proto::trace::v1::Status::STATUS_CODE_ERROR);
      span.mutable_status()->set_message(std::string(code));
    }
    return span;
  }

  const SampleOptions& options_;
  // A deque keeps references valid while spans are added.
  std::map<std::string, std::deque<Span>> spans_;
  uint64_t count_ = 0;
};

constexpr char kReserve[] = "shop.v1.Store/Reserve";

// The call that the sample is about. Returns when it ends.
int64_t CallStore(Builder& builder, const SampleOptions& options,
                  const Builder::Call& call) {
  const auto failing = [&](const std::string& id, int number, int64_t start,
                           absl::string_view decision) {
    const int64_t end = start + builder.About(4'000);
    const std::string attempt =
        builder.Attempt(call, id, number, start, end, "UNAVAILABLE", decision)
            .span_id();
    builder.Server("store", call.method, attempt, start + 400, end - 400,
                   "UNAVAILABLE", call.hop + 1, 0);
    return end;
  };
  const auto answered = [&](const std::string& id, int number, int64_t start,
                            int64_t took) {
    const std::string attempt =
        builder.Attempt(call, id, number, start, start + took, "OK", "stop")
            .span_id();
    builder.Server("store", call.method, attempt, start + 400,
                   start + took - 400, "OK", call.hop + 1, 0);
    return start + took;
  };

  const int64_t first = call.start + 80;
  // The times are known before the spans: the call span comes first.
  Span& span = builder.CallSpan(call, 0, "OK", "succeeded");
  const std::string id = span.span_id();
  const auto finish = [&](int64_t end, absl::string_view reason) {
    span.set_end_time_unix_nano(
        static_cast<uint64_t>(options.start_unix_nano + end * 1000));
    for (KeyValue& attribute : *span.mutable_attributes()) {
      if (attribute.key() == "retry.stop_reason") {
        attribute.mutable_value()->set_string_value(std::string(reason));
      }
      if (reason != "succeeded" && attribute.key() == "rpc.grpc.status_code") {
        attribute.mutable_value()->set_int_value(14);
      }
    }
    if (reason != "succeeded") {
      span.mutable_status()->set_code(
          opentelemetry::proto::trace::v1::Status::STATUS_CODE_ERROR);
      span.mutable_status()->set_message("UNAVAILABLE: store is draining");
    }
    return end;
  };

  switch (options.story) {
    case Story::kHealthy:
    case Story::kForeign:
      return finish(answered(id, 1, first, builder.About(6'000)) + 40,
                    "succeeded");
    case Story::kSaved:
    case Story::kGrantExhausted: {
      int64_t end = failing(id, 1, first, "retry");
      builder.Wait(span, end, "backoff", 18);
      end = failing(id, 2, end + builder.About(18'000), "retry");
      builder.Wait(span, end, "backoff", 31);
      const int64_t third = end + builder.About(31'000);
      if (options.story == Story::kSaved) {
        return finish(answered(id, 3, third, builder.About(5'000)) + 40,
                      "succeeded");
      }
      return finish(failing(id, 3, third, "stop") + 40, "grant_exhausted");
    }
    case Story::kNotIdempotent:
      return finish(failing(id, 1, first, "stop") + 40, "not_idempotent");
    case Story::kPushedBack: {
      const int64_t end = failing(id, 1, first, "retry");
      builder.Wait(span, end, "pushback", 60);
      return finish(answered(id, 2, end + builder.About(60'000), 5'000) + 40,
                    "succeeded");
    }
    case Story::kHedged: {
      const int64_t end = first + builder.About(34'000);
      Span& slow =
          builder.Attempt(call, id, 1, first, end, "CANCELLED", "lost");
      Put(slow, "retry.kind", "first");
      const int64_t second = first + 20'000;
      Span& fast = builder.Attempt(call, id, 2, second, end - 30, "OK", "stop");
      Put(fast, "retry.kind", "hedge");
      builder.Server("store", call.method, slow.span_id(), first + 400, end,
                     "CANCELLED", call.hop + 1, 0);
      builder.Server("store", call.method, fast.span_id(), second + 400,
                     end - 400, "OK", call.hop + 1, 0);
      return finish(end + 40, "succeeded");
    }
  }
  return first;
}

}  // namespace

TraceRequest SampleTrace(const SampleOptions& options) {
  Builder builder(options);
  const bool fails = options.story == Story::kGrantExhausted ||
                     options.story == Story::kNotIdempotent;
  const absl::string_view code = fails ? "UNAVAILABLE" : "OK";
  const auto end_of = [&](int64_t store) { return store + 1'200; };

  // The duration of the innermost call decides all other ends.
  Builder measure(options);
  const int64_t inner =
      CallStore(measure, options, {"inventory", kReserve, "", 5'900, 2, 0});
  const int64_t end = end_of(inner) + 9'000;

  const std::string edge =
      builder.Server("edge", "shop.v1.Shop/PlaceOrder", "", 0, end, code, 0, 2);
  builder.Work("edge", "authenticate", edge, 150, 900);
  Builder::Call checkout{"edge", "shop.v1.Checkout/Place", edge, 1'000, 0, 2};
  const std::string checkout_call =
      builder
          .CallSpan(checkout, end - 300, code,
                    fails ? "server_advice" : "succeeded")
          .span_id();
  std::string parent = checkout_call;
  if (options.story != Story::kForeign) {
    parent =
        builder
            .Attempt(checkout, checkout_call, 1, 1'060, end - 350, code, "stop")
            .span_id();
  }
  const std::string checkout_server = builder.Server(
      "checkout", checkout.method, parent, 1'400, end - 700, code, 1, 2);
  builder.Answered(
      {"checkout", "shop.v1.Pricing/Quote", checkout_server, 1'600, 1, 0},
      "pricing", builder.About(2'400));
  Builder::Call inventory{
      "checkout", "shop.v1.Inventory/Hold", checkout_server, 4'700, 1, 2};
  const std::string inventory_call =
      builder
          .CallSpan(inventory, end_of(inner) + 700, code,
                    fails ? "server_advice" : "succeeded")
          .span_id();
  parent = inventory_call;
  if (options.story != Story::kForeign) {
    parent = builder
                 .Attempt(inventory, inventory_call, 1, 4'760,
                          end_of(inner) + 650, code, "stop")
                 .span_id();
  }
  const std::string inventory_server = builder.Server(
      "inventory", inventory.method, parent, 5'200, end_of(inner), code, 2, 2);
  builder.Work("inventory", "SELECT holds", inventory_server, 5'300, 5'800);
  CallStore(builder, options,
            {"inventory", kReserve, inventory_server, 5'900, 2, 2});
  if (!fails) {
    builder.Work("checkout", "INSERT order", checkout_server,
                 end_of(inner) + 1'500, end - 2'000);
  }
  for (int i = 0; builder.count() < options.at_least_spans; ++i) {
    builder.Work("checkout", absl::StrCat("step ", i), checkout_server,
                 2'000 + i * 50, 2'600 + i * 60);
  }
  return builder.Finish();
}

Story StoryOfDay(uint64_t number) {
  switch (number * 2654435761u % 97 % 24) {
    case 0:
      return Story::kGrantExhausted;
    case 3:
    case 4:
    case 11:
      return Story::kSaved;
    case 6:
      return Story::kNotIdempotent;
    case 9:
      return Story::kPushedBack;
    case 13:
    case 17:
      return Story::kHedged;
    case 20:
      return Story::kForeign;
    default:
      return Story::kHealthy;
  }
}

}  // namespace baton::traceview
