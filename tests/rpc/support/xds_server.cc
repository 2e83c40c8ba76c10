// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/rpc/support/xds_server.h"

#include <cstdint>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/empty.pb.h"
#include "google/protobuf/unknown_field_set.h"
#include "gtest/gtest.h"
#include "tests/support/calls/message_bytes.h"

namespace baton {
namespace {

constexpr char kName[] = "shop";

// Serializes a message field by field, so that the test needs no Envoy protos.
class Message {
 public:
  Message& Add(int field, absl::string_view value) {
    google::protobuf::UnknownFieldSet fields;
    fields.AddLengthDelimited(field, std::string(value));
    return Append(fields);
  }
  Message& Add(int field, const Message& value) {
    return Add(field, value.text_);
  }
  Message& AddNumber(int field, uint64_t value) {
    google::protobuf::UnknownFieldSet fields;
    fields.AddVarint(field, value);
    return Append(fields);
  }
  const std::string& Text() const { return text_; }

 private:
  Message& Append(const google::protobuf::UnknownFieldSet& fields) {
    std::string text;
    EXPECT_TRUE(fields.SerializeToString(&text));
    text_ += text;
    return *this;
  }

  std::string text_;
};

std::string TypeUrl(absl::string_view type) {
  return absl::StrCat("type.googleapis.com/envoy.", type);
}

Message AnyOf(const std::string& type_url, const std::string& value) {
  return Message().Add(1, type_url).Add(2, value);
}

// The comments name the fields of the numbers.
std::string Listener() {
  const Message backoff =  // base_interval, max_interval: 10 ms
      Message()
          .Add(1, Message().AddNumber(2, 10'000'000))
          .Add(2, Message().AddNumber(2, 10'000'000));
  const Message retry_policy =  // retry_on, num_retries, retry_back_off
      Message()
          .Add(1, "unavailable")
          .Add(2, Message().AddNumber(1, 2))
          .Add(8, backoff);
  const Message route =  // match.prefix; route.cluster, route.retry_policy
      Message()
          .Add(1, Message().Add(1, ""))
          .Add(2, Message().Add(1, kName).Add(9, retry_policy));
  const Message host =  // name, domains, routes
      Message().Add(1, kName).Add(2, "*").Add(3, route);
  const Message router =  // name, typed_config
      Message()
          .Add(1, "router")
          .Add(4,
               AnyOf(TypeUrl("extensions.filters.http.router.v3.Router"), ""));
  const Message manager =  // route_config.{name, virtual_hosts}, http_filters
      Message().Add(4, Message().Add(1, kName).Add(2, host)).Add(5, router);
  return Message()  // name, api_listener.api_listener
      .Add(1, kName)
      .Add(19, Message().Add(
                   1, AnyOf(TypeUrl("extensions.filters.network.http_connection"
                                    "_manager.v3.HttpConnectionManager"),
                            manager.Text())))
      .Text();
}

std::string Cluster() {
  constexpr int kEds = 3;
  return Message()  // name, type, eds_cluster_config.eds_config.ads
      .Add(1, kName)
      .AddNumber(2, kEds)
      .Add(3, Message().Add(1, Message().Add(3, "")))
      .Text();
}

std::string Endpoints(const std::string& backend) {
  const std::size_t colon = backend.find(':');
  int port = 0;
  EXPECT_TRUE(absl::SimpleAtoi(backend.substr(colon + 1), &port));
  const Message address =  // socket_address.{address, port_value}
      Message().Add(1, Message()
                           .Add(2, backend.substr(0, colon))
                           .AddNumber(3, static_cast<uint64_t>(port)));
  const Message endpoint =  // endpoint.address
      Message().Add(1, Message().Add(1, address));
  const Message locality =  // locality.region, lb_endpoints, weight
      Message()
          .Add(1, Message().Add(1, "here"))
          .Add(2, endpoint)
          .Add(3, Message().AddNumber(1, 1));
  return Message().Add(1, kName).Add(2, locality).Text();
}

std::map<std::string, std::string> ResourcesFor(const std::string& backend) {
  return {{TypeUrl("config.listener.v3.Listener"), Listener()},
          {TypeUrl("config.cluster.v3.Cluster"), Cluster()},
          {TypeUrl("config.endpoint.v3.ClusterLoadAssignment"),
           Endpoints(backend)}};
}

// Returns the text of a field of a DiscoveryRequest, or "".
std::string FieldOf(const google::protobuf::Empty& request, int number) {
  const auto& fields = request.GetReflection()->GetUnknownFields(request);
  for (int i = 0; i < fields.field_count(); ++i) {
    if (fields.field(i).number() == number) {
      return std::string(fields.field(i).length_delimited());
    }
  }
  return "";
}

}  // namespace

// Deletes itself when it is done.
class XdsServer::Stream final : public grpc::ServerGenericBidiReactor {
 public:
  explicit Stream(const XdsServer& server) : server_(server) {
    StartRead(&request_);
  }

 private:
  void OnReadDone(bool ok) override {
    if (!ok) return Finish(grpc::Status::OK);
    constexpr int kTypeUrl = 4;
    constexpr int kNonce = 5;
    constexpr int kErrorDetail = 6;
    google::protobuf::Empty request;
    EXPECT_TRUE(FromBytes(request_, &request));
    EXPECT_EQ(FieldOf(request, kErrorDetail), "");
    const std::string type_url = FieldOf(request, kTypeUrl);
    const auto found = server_.resources_.find(type_url);
    if (found == server_.resources_.end() ||
        !FieldOf(request, kNonce).empty()) {
      return StartRead(&request_);
    }
    response_ = ToBytes(Message()  // version_info, resources, type_url, nonce
                            .Add(1, "1")
                            .Add(2, AnyOf(type_url, found->second))
                            .Add(4, type_url)
                            .Add(5, "1")
                            .Text());
    StartWrite(&response_);
  }
  void OnWriteDone(bool ok) override {
    if (!ok) return Finish(grpc::Status::OK);
    StartRead(&request_);
  }
  void OnDone() override { delete this; }

  const XdsServer& server_;
  grpc::ByteBuffer request_;
  grpc::ByteBuffer response_;
};

XdsServer::XdsServer(const std::string& backend)
    : resources_(ResourcesFor(backend)) {
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                           &port_);
  builder.RegisterCallbackGenericService(this);
  server_ = builder.BuildAndStart();
}

std::string XdsServer::Bootstrap() const {
  return absl::StrCat(R"json({"xds_servers": [{"server_uri": "127.0.0.1:)json",
                      port_,
                      R"json(", "channel_creds": [{"type": "insecure"}],
          "server_features": ["xds_v3"]}], "node": {"id": "test"}})json");
}

grpc::ServerGenericBidiReactor* XdsServer::CreateReactor(
    grpc::GenericCallbackServerContext* /*context*/) {
  return new Stream(*this);
}

}  // namespace baton
