// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/config/method_catalog.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "baton/config/syntax/nearest_name.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor_database.h"

namespace baton::config {
namespace {

using ::google::protobuf::FileDescriptorProto;
using ::google::protobuf::MethodOptions;

Idempotency FromLevel(MethodOptions::IdempotencyLevel level) {
  switch (level) {
    case MethodOptions::NO_SIDE_EFFECTS:
      return Idempotency::kNoSideEffects;
    case MethodOptions::IDEMPOTENT:
      return Idempotency::kIdempotent;
    case MethodOptions::IDEMPOTENCY_UNKNOWN:
      break;
  }
  return Idempotency::kUnknown;
}

template <typename Map>
std::vector<absl::string_view> Keys(const Map& map) {
  std::vector<absl::string_view> keys;
  keys.reserve(map.size());
  for (const auto& [key, value] : map) keys.push_back(key);
  return keys;
}

}  // namespace

void MethodCatalog::AddFile(const FileDescriptorProto& file) {
  for (const auto& service : file.service()) {
    Methods& methods = services_[absl::StrCat(
        file.package(), file.package().empty() ? "" : ".", service.name())];
    for (const auto& method : service.method()) {
      methods[method.name()] = FromLevel(method.options().idempotency_level());
    }
  }
}

MethodCatalog MethodCatalog::Linked() {
  MethodCatalog catalog;
  // The database holds every linked file. The pool only holds the files that
  // were already used.
  auto* database =
      google::protobuf::DescriptorPool::internal_generated_database();
  std::vector<std::string> names;
  if (!database->FindAllFileNames(&names)) return catalog;
  for (const std::string& name : names) {
    FileDescriptorProto file;
    if (database->FindFileByName(name, &file)) catalog.AddFile(file);
  }
  return catalog;
}

absl::StatusOr<MethodCatalog> MethodCatalog::FromDescriptorSet(
    absl::string_view serialized) {
  google::protobuf::FileDescriptorSet set;
  if (!set.ParseFromArray(serialized.data(),
                          static_cast<int>(serialized.size()))) {
    return absl::InvalidArgumentError(
        "must be a serialized google.protobuf.FileDescriptorSet, as written by "
        "protoc --descriptor_set_out");
  }
  MethodCatalog catalog;
  catalog.open_ = false;
  for (const FileDescriptorProto& file : set.file()) catalog.AddFile(file);
  if (catalog.empty()) {
    return absl::InvalidArgumentError("must contain a service, got none");
  }
  return catalog;
}

const MethodCatalog::Methods* MethodCatalog::FindService(
    absl::string_view service) const {
  const auto it = services_.find(service);
  return it == services_.end() ? nullptr : &it->second;
}

Idempotency MethodCatalog::LevelOf(absl::string_view full_method) const {
  absl::string_view name = absl::StripPrefix(full_method, "/");
  const std::size_t slash = name.find('/');
  if (slash == absl::string_view::npos) return Idempotency::kUnknown;
  const Methods* methods = FindService(name.substr(0, slash));
  if (methods == nullptr) return Idempotency::kUnknown;
  const auto it = methods->find(name.substr(slash + 1));
  return it == methods->end() ? Idempotency::kUnknown : it->second;
}

std::string MethodCatalog::WrongWith(absl::string_view service,
                                     absl::string_view method) const {
  const Methods* methods = FindService(service);
  if (methods == nullptr) {
    if (open_) return "";
    return absl::StrCat("unknown service ", service,
                        DidYouMean(service, Keys(services_)));
  }
  if (method.empty() || methods->find(method) != methods->end()) return "";
  return absl::StrCat("service ", service, " has no method ", method,
                      DidYouMean(method, Keys(*methods)));
}

}  // namespace baton::config
