// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_RPC_CHANNEL_METHOD_NAME_H_
#define BATON_RPC_CHANNEL_METHOD_NAME_H_

#include <string>

#include "absl/strings/string_view.h"
#include "baton/rpc/channel/method_records.h"

namespace baton::rpc {

// The name of the method of a call. Refers to the name in the record of the
// method, so that a call need not copy it. Owns a copy if there is no record.
class MethodName {
 public:
  MethodName() = default;
  explicit MethodName(absl::string_view name) : own_(name) {}
  // Finds the record in `records`, which must outlive this object.
  MethodName(absl::string_view name, MethodRecords& records)
      : record_(records.Find(name)) {
    if (record_ == nullptr) own_ = std::string(name);
  }

  // Returns the record of the method. Null: the target has too many methods, or
  // nothing has looked for it.
  MethodRecord* record() const { return record_; }

  const std::string& str() const {
    return record_ == nullptr ? own_ : record_->name;
  }
  // NOLINTNEXTLINE(google-explicit-constructor): it is a string.
  operator const std::string&() const { return str(); }
  // NOLINTNEXTLINE(google-explicit-constructor): it is a string.
  operator absl::string_view() const { return str(); }

 private:
  MethodRecord* record_ = nullptr;
  std::string own_;
};

}  // namespace baton::rpc

#endif  // BATON_RPC_CHANNEL_METHOD_NAME_H_
