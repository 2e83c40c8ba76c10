// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/grpc/linked_idempotency.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "baton/policy/idempotency.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/descriptor_database.h"

namespace baton::rpc {
namespace {

using ::google::protobuf::FileDescriptorProto;
using ::google::protobuf::MethodOptions;

struct Declaration {
  std::string service;
  std::string method;
  Idempotency idempotency;
};

void AddFile(const FileDescriptorProto& file,
             std::vector<Declaration>& declarations) {
  for (const auto& service : file.service()) {
    for (const auto& method : service.method()) {
      const auto level = method.options().idempotency_level();
      if (level == MethodOptions::IDEMPOTENCY_UNKNOWN) continue;
      declarations.push_back(
          {absl::StrCat(file.package(), file.package().empty() ? "" : ".",
                        service.name()),
           method.name(),
           level == MethodOptions::NO_SIDE_EFFECTS ? Idempotency::kNoSideEffects
                                                   : Idempotency::kIdempotent});
    }
  }
}

std::vector<Declaration> ReadLinked() {
  std::vector<Declaration> declarations;
  // The database holds every linked file. The pool only holds the files that
  // were already used.
  auto* const database =
      google::protobuf::DescriptorPool::internal_generated_database();
  std::vector<std::string> names;
  if (!database->FindAllFileNames(&names)) return declarations;
  for (const std::string& name : names) {
    FileDescriptorProto file;
    if (database->FindFileByName(name, &file)) AddFile(file, declarations);
  }
  return declarations;
}

}  // namespace

void DeclareLinkedMethods(Policy& policy) {
  static const auto* const declarations =
      new std::vector<Declaration>(ReadLinked());
  for (const Declaration& declaration : *declarations) {
    policy.DeclareIdempotency(declaration.service, declaration.method,
                              declaration.idempotency);
  }
  policy.set_has_declarations();
  policy.ApplyDeclarations();
}

}  // namespace baton::rpc
