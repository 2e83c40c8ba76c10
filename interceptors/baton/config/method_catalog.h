// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CONFIG_METHOD_CATALOG_H_
#define BATON_CONFIG_METHOD_CATALOG_H_

#include <map>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "baton/policy/idempotency.h"
#include "google/protobuf/descriptor.pb.h"

namespace baton::config {

// The services and methods in protobuf descriptors, with the idempotency that
// the descriptors declare. A policy loader uses the catalog to find misspelled
// names. Constant after construction.
class MethodCatalog {
 public:
  // The idempotency of each method, by the name of the method without its
  // service.
  using Methods = std::map<std::string, Idempotency, std::less<>>;

  // Creates an empty catalog, which accepts every name.
  MethodCatalog() = default;

  // Returns the services that are linked into this process. The catalog is
  // open: a policy may also name services that are not linked. The process may
  // call such services without a generated stub.
  static MethodCatalog Linked();

  // Returns the services of a serialized google.protobuf.FileDescriptorSet, as
  // `protoc --descriptor_set_out` writes it. The set need not contain imported
  // files. The catalog is not open: a policy may name only these services.
  static absl::StatusOr<MethodCatalog> FromDescriptorSet(
      absl::string_view serialized);

  // Returns whether a policy may name services that are not in the catalog.
  bool open() const { return open_; }
  // Returns whether the catalog has no services.
  bool empty() const { return services_.empty(); }

  // Returns the services by their full names.
  const std::map<std::string, Methods, std::less<>>& services() const {
    return services_;
  }
  // Returns null if there is no service with this name.
  const Methods* FindService(absl::string_view service) const;

  // Returns the idempotency that the descriptor of "/service/method" declares.
  // Returns kUnknown if it declares none, or if there is no descriptor.
  Idempotency LevelOf(absl::string_view full_method) const;

  // Returns an error message for a name in a policy. Returns "" if the name is
  // correct as far as the catalog can know. If `method` is empty, checks only
  // the service.
  std::string WrongWith(absl::string_view service,
                        absl::string_view method) const;

 private:
  void AddFile(const google::protobuf::FileDescriptorProto& file);

  bool open_ = true;
  std::map<std::string, Methods, std::less<>> services_;
};

}  // namespace baton::config

#endif  // BATON_CONFIG_METHOD_CATALOG_H_
