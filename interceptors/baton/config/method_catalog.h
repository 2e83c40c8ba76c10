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

// The services and methods that descriptors know, with what the descriptors
// say of their idempotency. Tells a misspelled name from a real one.
class MethodCatalog {
 public:
  // By the method's name alone.
  using Methods = std::map<std::string, Idempotency, std::less<>>;

  // Knows nothing, and so finds fault with no name.
  MethodCatalog() = default;

  // What is linked into this process. A service that is not may be one that
  // the process calls by other means, so it is not taken for an error.
  static MethodCatalog Linked();

  // What a serialized google.protobuf.FileDescriptorSet holds, as written by
  // `protoc --descriptor_set_out`; imported files need not be in it. A service
  // that it does not hold is an error.
  static absl::StatusOr<MethodCatalog> FromDescriptorSet(
      absl::string_view serialized);

  // May a policy name services that are not in here?
  bool open() const { return open_; }
  bool empty() const { return services_.empty(); }

  // By the full name of the service.
  const std::map<std::string, Methods, std::less<>>& services() const {
    return services_;
  }
  // Null if there is none of that name.
  const Methods* FindService(absl::string_view service) const;

  // What the descriptor of "/service/method" says; kUnknown if it says nothing
  // or there is none.
  Idempotency LevelOf(absl::string_view full_method) const;

  // What is wrong with a name ("" for `method`: a whole service). Empty:
  // nothing, as far as is known here.
  std::string WrongWith(absl::string_view service,
                        absl::string_view method) const;

 private:
  void AddFile(const google::protobuf::FileDescriptorProto& file);

  bool open_ = true;
  std::map<std::string, Methods, std::less<>> services_;
};

}  // namespace baton::config

#endif  // BATON_CONFIG_METHOD_CATALOG_H_
