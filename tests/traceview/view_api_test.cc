// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/traceview/server/view_api.h"

#include <zlib.h>

#include <string>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/traceview/scenes.h"
#include "tests/traceview/trace_building.h"
#include "tools/traceview/store/otlp_json.h"

namespace baton::traceview {
namespace {

using nlohmann::json;

constexpr size_t kMostBytes = 1 << 20;

class ViewApiTest : public testing::Test {
 protected:
  HttpResponse Get(const std::string& path,
                   std::map<std::string, std::string> query = {}) {
    HttpRequest request;
    request.method = "GET";
    request.path = path;
    request.query = std::move(query);
    request.headers["host"] = "127.0.0.1:4318";
    return api_.Handle(request);
  }

  HttpResponse Post(const std::string& type, const std::string& body,
                    const std::string& encoding = "") {
    HttpRequest request;
    request.method = "POST";
    request.path = "/v1/traces";
    request.headers["content-type"] = type;
    if (!encoding.empty()) request.headers["content-encoding"] = encoding;
    request.body = body;
    return api_.Handle(request);
  }

  StoreLimits limits_;
  TraceStore store_{limits_};
  ViewApi api_{store_, limits_, kMostBytes, "run1"};
};

std::string Gzip(const std::string& text) {
  z_stream stream = {};
  deflateInit2(&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(&packed[0]);
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

TEST_F(ViewApiTest, AcceptsEveryEncodingOfOtlp) {
  const std::string binary = SmallTrace(1).SerializeAsString();
  const HttpResponse plain = Post("application/x-protobuf", binary);
  EXPECT_EQ(plain.status, 200);
  EXPECT_EQ(plain.content_type, "application/x-protobuf");

  const std::string text = *WriteOtlpJson(SmallTrace(2));
  const HttpResponse spoken = Post("application/json; charset=utf-8", text);
  EXPECT_EQ(spoken.status, 200);
  EXPECT_EQ(spoken.content_type, "application/json");
  EXPECT_EQ(spoken.body, "{}");

  EXPECT_EQ(Post("application/x-protobuf",
                 Gzip(SmallTrace(3).SerializeAsString()), "gzip")
                .status,
            200);
  EXPECT_EQ(store_.Stats().traces, 3u);
}

TEST_F(ViewApiTest, RejectsInvalidInput) {
  struct Row {
    std::string type, body, encoding;
    int status;
  };
  const std::string bomb = Gzip(std::string(kMostBytes + 1, '\0'));
  const std::string cut = Gzip(SmallTrace(1).SerializeAsString());
  const Row rows[] = {
      {"text/plain", "{}", "", 415},
      {"", "{}", "", 415},
      {"application/json", "{}", "br", 415},
      {"application/json", "{", "", 400},
      {"application/x-protobuf", "nonsense", "", 400},
      {"application/x-protobuf", "nonsense", "gzip", 400},
      {"application/x-protobuf", cut.substr(0, cut.size() / 2), "gzip", 400},
      {"application/x-protobuf", "", "gzip", 400},
      {"application/x-protobuf", bomb, "gzip", 413},
  };
  for (const Row& row : rows) {
    const HttpResponse response = Post(row.type, row.body, row.encoding);
    EXPECT_EQ(response.status, row.status) << row.type << " " << row.encoding;
    EXPECT_FALSE(response.body.empty());
  }
  EXPECT_EQ(store_.Stats().traces, 0u);
}

TEST_F(ViewApiTest, ReportsTheNumberOfRejectedSpans) {
  Span span = MakeSpan(1);
  span.clear_span_id();
  const HttpResponse response =
      Post("application/json", *WriteOtlpJson(RequestOf(span)));
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(json::parse(response.body)["partialSuccess"]["rejectedSpans"], "1");
}

TEST_F(ViewApiTest, ListReturnsNewTracesToReadersOfThisRun) {
  store_.Add(SmallTrace(1));
  const json all = json::parse(Get("/api/traces").body);
  EXPECT_EQ(all["rows"].size(), 1u);
  const std::string revision = absl::StrCat(all["revision"].get<int>());

  const auto rows = [&](const std::string& instance) {
    return json::parse(
               Get("/api/traces", {{"since", revision}, {"instance", instance}})
                   .body)["rows"]
        .size();
  };
  EXPECT_EQ(rows("run1"), 0u);
  EXPECT_EQ(rows("run0"), 1u);
}

TEST_F(ViewApiTest, TraceIsReturnedWithItsFacts) {
  SampleOptions options;
  options.story = Story::kGrantExhausted;
  const TraceRequest request = SampleTrace(options);
  store_.Add(request);
  const std::string id = absl::BytesToHexString(
      request.resource_spans(0).scope_spans(0).spans(0).trace_id());
  const json trace = json::parse(Get("/api/traces/" + id).body);
  EXPECT_EQ(trace["row"]["reason"], "grant_exhausted");
  bool told = false;
  for (const json& span : trace["spans"]) {
    if (span.value("reason", "") != "grant_exhausted") continue;
    told = true;
    EXPECT_EQ(span["words"],
              "All extra attempts of the request's grant have been made.");
    EXPECT_EQ(span["action"].get<std::string>().find("Look at the target"), 0u);
    EXPECT_EQ(span["waits"].size(), 2u);
    EXPECT_EQ(span["waits"][0]["cause"], "backoff");
    EXPECT_EQ(span["grant"], 2);
  }
  EXPECT_TRUE(told);
  EXPECT_TRUE(ParseOtlpJson(Get("/api/traces/" + id + "/otlp").body).ok());
}

TEST_F(ViewApiTest, TraceHasItsOwnTimeBesideTheTimeOfTheRequest) {
  const TraceRequest request = SceneTrace(Scene::kOwnLimits);
  store_.Add(request);
  const std::string id = absl::BytesToHexString(
      request.resource_spans(0).scope_spans(0).spans(0).trace_id());
  const json trace = json::parse(Get("/api/traces/" + id).body);
  EXPECT_EQ(trace["row"]["dur"], 606e3);
  EXPECT_EQ(trace["row"]["after"], 248e3);
  EXPECT_EQ(trace["row"]["limit"], "policy default deadline");
  EXPECT_EQ(trace["row"]["most"], 3);
  EXPECT_EQ(trace["extent"], 854e3);
  EXPECT_EQ(trace["answered"], 606e3);
}

TEST_F(ViewApiTest, InvalidUtf8IsReplaced) {
  Span span = MakeSpan(1);
  span.set_name("a\xff\xfe");
  store_.Add(RequestOf(span));
  EXPECT_TRUE(json::accept(Get("/api/traces").body));
  EXPECT_TRUE(json::accept(
      Get("/api/traces/" + absl::BytesToHexString(TraceId(1))).body));
}

TEST_F(ViewApiTest, ExportsEachTraceOnALine) {
  store_.Add(SmallTrace(1));
  store_.Add(SmallTrace(2));
  const HttpResponse response = Get("/api/export");
  std::string all;
  while (auto part = response.next_part()) all += *part;
  TraceStore second;
  for (const std::string& line :
       {all.substr(0, all.find('\n')), all.substr(all.find('\n') + 1)}) {
    const auto request = ParseOtlpJson(line);
    ASSERT_TRUE(request.ok()) << request.status();
    second.Add(*request);
  }
  EXPECT_EQ(second.Stats().traces, 2u);
}

TEST_F(ViewApiTest, ImportsWhatItExports) {
  HttpRequest request;
  request.method = "POST";
  request.path = "/api/import";
  request.body = *WriteOtlpJson(SmallTrace(1)) + "\n" +
                 *WriteOtlpJson(SmallTrace(2)) + "\n";
  EXPECT_EQ(api_.Handle(request).status, 415);
  request.headers["content-type"] = "application/x-ndjson";
  EXPECT_EQ(api_.Handle(request).body, R"({"spans":2})");
  request.body = "\n{]";
  EXPECT_EQ(api_.Handle(request).status, 400);
  EXPECT_EQ(store_.Stats().traces, 2u);
}

TEST_F(ViewApiTest, RequestsOfOtherSitesAreRejected) {
  store_.Add(SmallTrace(1));
  struct Row {
    std::string host, origin;
    int status;
  };
  const Row rows[] = {
      {"127.0.0.1:4318", "", 200},
      {"localhost:4318", "http://localhost:4318", 200},
      {"[::1]:4318", "http://[::1]:4318", 200},
      {"evil.example:4318", "", 403},
      {"127.0.0.1.evil.example", "", 403},
      {"127.0.0.1:4318", "http://evil.example", 403},
      {"127.0.0.1:4318", "http://127.0.0.1:8080", 403},
      {"127.0.0.1:4318", "null", 403},
  };
  for (const Row& row : rows) {
    HttpRequest request;
    request.method = "DELETE";
    request.path = "/api/traces";
    request.headers["host"] = row.host;
    if (!row.origin.empty()) request.headers["origin"] = row.origin;
    EXPECT_EQ(api_.Handle(request).status, row.status)
        << row.host << " " << row.origin;
  }
}

TEST_F(ViewApiTest, PageHasAStrictSecurityPolicy) {
  for (const std::string path :
       {"/", "/app.js", "/app.css", "/theme.js", "/icon.svg"}) {
    const HttpResponse response = Get(path);
    EXPECT_EQ(response.status, 200) << path;
    std::string policy;
    for (const auto& [name, value] : response.headers) {
      if (name == "Content-Security-Policy") policy = value;
    }
    EXPECT_TRUE(absl::StrContains(policy, "default-src 'none'")) << path;
    EXPECT_FALSE(absl::StrContains(policy, "unsafe")) << path;
  }
}

TEST_F(ViewApiTest, UnknownPathsAndMethodsAreErrors) {
  for (const std::string path :
       {"/nothing", "/api/traces/", "/api/traces/zz", "/../etc/passwd",
        "/api/traces/00000000000000000000000000000009"}) {
    EXPECT_EQ(Get(path).status, 404) << path;
  }
  EXPECT_EQ(Get("/v1/traces").status, 405);
  HttpRequest request;
  request.method = "PUT";
  request.path = "/api/traces";
  EXPECT_EQ(api_.Handle(request).status, 405);
}

}  // namespace
}  // namespace baton::traceview
