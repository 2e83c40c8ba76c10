// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/otel/names.h"

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "gtest/gtest.h"

namespace baton::otel {
namespace {

TEST(NamesTest, MethodIsSplitIntoServiceAndName) {
  struct {
    const char* path;
    const char* full;
    const char* service;
    const char* method;
  } const rows[] = {
      {"/shop.v1.Inventory/Get", "shop.v1.Inventory/Get", "shop.v1.Inventory",
       "Get"},
      {"/Inventory/Get", "Inventory/Get", "Inventory", "Get"},
      {"Inventory/Get", "Inventory/Get", "Inventory", "Get"},
      {"/a/b/c", "a/b/c", "a/b", "c"},
      {"/Get", "Get", "", "Get"},
      {"/", "", "", ""},
      {"", "", "", ""},
  };
  for (const auto& row : rows) {
    const MethodName name = ParseMethodName(row.path);
    EXPECT_EQ(name.full, row.full) << row.path;
    EXPECT_EQ(name.service, row.service) << row.path;
    EXPECT_EQ(name.method, row.method) << row.path;
  }
}

TEST(NamesTest, AttemptNamesAreThoseOfGrpc) {
  EXPECT_EQ(AttemptSpanName("shop.v1.Inventory/Get"),
            "Attempt.shop.v1.Inventory.Get");
  EXPECT_EQ(AttemptSpanName(""), "Attempt.");
}

struct EndpointRow {
  const char* text;
  const char* address;
  std::optional<int> port;
};

TEST(NamesTest, TargetIsParsedIntoAddressAndPort) {
  const EndpointRow rows[] = {
      {"inventory:443", "inventory", 443},
      {"inventory", "inventory", {}},
      {"dns:inventory:443", "inventory", 443},
      {"dns:///inventory:443", "inventory", 443},
      {"dns:///inventory", "inventory", {}},
      {"dns://8.8.8.8/inventory:443", "inventory", 443},
      {"xds:///inventory", "inventory", {}},
      {"127.0.0.1:40000", "127.0.0.1", 40000},
      {"ipv4:10.0.0.1:443", "10.0.0.1", 443},
      {"ipv6:[2001:db8::1]:443", "2001:db8::1", 443},
      {"[::1]:443", "::1", 443},
      {"[::1]", "::1", {}},
      {"::1", "::1", {}},
      {"ipv4:10.0.0.1:443,10.0.0.2:443", "ipv4:10.0.0.1:443,10.0.0.2:443", {}},
      {"unix:/tmp/socket", "/tmp/socket", {}},
      {"unix:///tmp/socket", "/tmp/socket", {}},
      {"unix-abstract:name", "unix-abstract:name", {}},
      {"inventory:https", "inventory:https", {}},
      {"inventory:70000", "inventory:70000", {}},
      {"inventory:-1", "inventory:-1", {}},
      {"dns://8.8.8.8", "dns://8.8.8.8", {}},
      {"dns:///", "dns:///", {}},
      {"", "", {}},
      {":", ":", {}},
  };
  for (const EndpointRow& row : rows) {
    const Endpoint endpoint = ParseTarget(row.text);
    EXPECT_EQ(endpoint.address, row.address) << row.text;
    EXPECT_EQ(endpoint.port, row.port) << row.text;
  }
}

TEST(NamesTest, PeerIsParsedIntoAddressAndPort) {
  const EndpointRow rows[] = {
      {"ipv4:10.0.0.1:4711", "10.0.0.1", 4711},
      {"ipv6:[::1]:4711", "::1", 4711},
      {"ipv6:%5B::1%5D:4711", "::1", 4711},
      {"unix:/tmp/socket", "/tmp/socket", {}},
      {"unix:", "", {}},
      {"inproc", "inproc", {}},
      {"", "", {}},
  };
  for (const EndpointRow& row : rows) {
    const Endpoint endpoint = ParsePeer(row.text);
    EXPECT_EQ(endpoint.address, row.address) << row.text;
    EXPECT_EQ(endpoint.port, row.port) << row.text;
  }
}

TEST(NamesTest, StatusCodesHaveTheNamesOfAbseil) {
  for (int number = 0; number <= 16; ++number) {
    const auto code = static_cast<absl::StatusCode>(number);
    EXPECT_EQ(StatusCodeName(code), absl::StatusCodeToString(code));
  }
  EXPECT_EQ(StatusCodeName(static_cast<absl::StatusCode>(17)), "UNKNOWN");
  EXPECT_EQ(StatusCodeName(static_cast<absl::StatusCode>(-1)), "UNKNOWN");
}

}  // namespace
}  // namespace baton::otel
