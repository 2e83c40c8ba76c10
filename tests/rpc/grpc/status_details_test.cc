// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/status_details.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace baton::rpc {
namespace {

// Written by hand, so that the test checks the proto against the wire format.
std::string Varint(uint64_t number) {
  std::string bytes;
  for (; number >= 0x80; number >>= 7) {
    bytes += static_cast<char>(number | 0x80);
  }
  return bytes + static_cast<char>(number);
}

std::string Number(int field, int64_t number) {
  return Varint(field << 3) + Varint(static_cast<uint64_t>(number));
}

std::string Bytes(int field, const std::string& bytes) {
  return Varint((field << 3) | 2) + Varint(bytes.size()) + bytes;
}

std::string Detail(const std::string& type, const std::string& value) {
  return Bytes(3, Bytes(1, "type.googleapis.com/" + type) + Bytes(2, value));
}

std::string RetryInfo(int64_t seconds, int64_t nanos) {
  return Detail("google.rpc.RetryInfo",
                Bytes(1, Number(1, seconds) + Number(2, nanos)));
}

std::string ErrorInfo(const std::string& reason) {
  // domain and a metadata entry
  return Detail("google.rpc.ErrorInfo",
                Bytes(1, reason) + Bytes(2, "example.com") +
                    Bytes(3, Bytes(1, "k") + Bytes(2, "v")));
}

std::string Header() { return Number(1, 14) + Bytes(2, "unavailable"); }

TEST(StatusDetailsTest, EmptyDetailsContainNothing) {
  const StatusDetails found = ParseStatusDetails("");
  EXPECT_FALSE(found.retry_delay.has_value());
  EXPECT_EQ(found.reason, "");
}

TEST(StatusDetailsTest, FindsDelayAndReasonAmongOthers) {
  const StatusDetails found =
      ParseStatusDetails(Header() + Detail("google.rpc.DebugInfo", "anything") +
                         ErrorInfo("RATE_LIMITED") + RetryInfo(1, 500'000'000));
  EXPECT_EQ(found.retry_delay, absl::Milliseconds(1500));
  EXPECT_EQ(found.reason, "RATE_LIMITED");
  EXPECT_EQ(found.domain, "example.com");
}

TEST(StatusDetailsTest, DomainBelongsToTheFirstReason) {
  const std::string only_domain =
      Detail("google.rpc.ErrorInfo", Bytes(2, "first.example.com"));
  const StatusDetails found = ParseStatusDetails(
      only_domain + Detail("google.rpc.ErrorInfo", Bytes(1, "A")) +
      ErrorInfo("B"));
  EXPECT_EQ(found.reason, "A");
  EXPECT_EQ(found.domain, "");
  EXPECT_EQ(ParseStatusDetails(only_domain).domain, "");
}

TEST(StatusDetailsTest, FirstDetailOfAKindCounts) {
  const StatusDetails found = ParseStatusDetails(
      RetryInfo(1, 0) + RetryInfo(2, 0) + ErrorInfo("A") + ErrorInfo("B"));
  EXPECT_EQ(found.retry_delay, absl::Seconds(1));
  EXPECT_EQ(found.reason, "A");
}

TEST(StatusDetailsTest, InvalidDelaysAreIgnored) {
  for (const std::string& details :
       {RetryInfo(-1, 0), RetryInfo(0, -1), RetryInfo(0, 1'000'000'000),
        RetryInfo(315'576'000'001, 0), RetryInfo(INT64_MAX, 0),
        Detail("google.rpc.RetryInfo", ""),
        Detail("google.rpc.RetryInfo", "\xff\xff")}) {
    EXPECT_FALSE(ParseStatusDetails(details).retry_delay.has_value());
  }
  EXPECT_EQ(ParseStatusDetails(RetryInfo(0, 0)).retry_delay,
            absl::ZeroDuration());
}

TEST(StatusDetailsTest, OtherTypesAreIgnored) {
  const std::string value = Bytes(1, "REASON");
  EXPECT_EQ(ParseStatusDetails(Detail("x.google.rpc.ErrorInfo", value)).reason,
            "");
  EXPECT_EQ(ParseStatusDetails(Detail("google.rpc.ErrorInfoX", value)).reason,
            "");
  EXPECT_EQ(ParseStatusDetails(Detail("google.rpc.ErrorInfo", value)).reason,
            "REASON");
  // Any host, or none.
  EXPECT_EQ(ParseStatusDetails(
                Bytes(3, Bytes(1, "google.rpc.ErrorInfo") + Bytes(2, value)))
                .reason,
            "REASON");
}

TEST(StatusDetailsTest, UnreadableDetailDoesNotHideOthers) {
  const StatusDetails found =
      ParseStatusDetails(Number(1, 14) + Bytes(2, "\xff\xfe not UTF-8") +
                         Detail("\xff", "\xff") + ErrorInfo("A"));
  EXPECT_EQ(found.reason, "A");
}

TEST(StatusDetailsTest, UnreadableBytesAreIgnored) {
  const std::string whole = ErrorInfo("REASON");
  for (std::size_t size = 1; size < whole.size(); ++size) {
    EXPECT_EQ(ParseStatusDetails(whole.substr(0, size)).reason, "") << size;
  }
}

TEST(StatusDetailsTest, TooLongDetailsAreIgnored) {
  const auto padded = [](std::size_t size) {
    std::string details = ErrorInfo("A");
    // Two bytes for the key of field 99, and two for the length.
    details += Bytes(99, std::string(size - details.size() - 4, 'x'));
    EXPECT_EQ(details.size(), size);
    return details;
  };
  EXPECT_EQ(ParseStatusDetails(padded(kMaxStatusDetailsBytes)).reason, "A");
  EXPECT_EQ(ParseStatusDetails(padded(kMaxStatusDetailsBytes + 1)).reason, "");
}

}  // namespace
}  // namespace baton::rpc
