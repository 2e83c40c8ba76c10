// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/server/request_content.h"

#include <string>

#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "baton/core/decision/replay_decision.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"

namespace baton::rpc {

uint64_t FingerprintOf(const google::protobuf::MessageLite& request) {
  std::string bytes;
  {
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream coded(&stream);
    // The entries of a map have no order of their own.
    coded.SetSerializationDeterministic(true);
    request.SerializePartialToCodedStream(&coded);
  }
  return core::FingerprintOf(bytes);
}

bool IsReadOnly(const char* method) {
  if (method == nullptr) return false;
  absl::string_view name = method;
  absl::ConsumePrefix(&name, "/");
  const google::protobuf::MethodDescriptor* const found =
      google::protobuf::DescriptorPool::generated_pool()->FindMethodByName(
          absl::StrReplaceAll(name, {{"/", "."}}));
  return found != nullptr &&
         found->options().idempotency_level() ==
             google::protobuf::MethodOptions::NO_SIDE_EFFECTS;
}

}  // namespace baton::rpc
