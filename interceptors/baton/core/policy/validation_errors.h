// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_CORE_POLICY_VALIDATION_ERRORS_H_
#define BATON_CORE_POLICY_VALIDATION_ERRORS_H_

#include "baton/base/export.h"

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace baton::core {

// Collects all errors of a configuration, each with the path of its field. A
// user can then correct all errors of a file at once. Not thread-safe.
//
//   ValidationErrors errors;
//   {
//     ValidationErrors::Field retry(errors, "retry");
//     if (attempts < 1) errors.Add("max_attempts", "must be 1 to 5, got 0");
//   }
//   return errors.ToStatus("policy");  // "... retry.max_attempts: must be ..."
class BATON_EXPORT_PRIVATE ValidationErrors {
 public:
  // While a Field exists, its name is part of the path of each added error.
  // Fields nest: a Field inside another one appends its name to the path. The
  // name of a list element has an index: "methods[3]".
  class Field {
   public:
    Field(ValidationErrors& errors, absl::string_view name);
    ~Field();
    Field(const Field&) = delete;
    Field& operator=(const Field&) = delete;

   private:
    ValidationErrors& errors_;
  };

  // Adds an error about `field` within the current field. If `field` is empty,
  // the error is about the current field itself.
  void Add(absl::string_view field, absl::string_view message);

  bool empty() const { return errors_.empty(); }
  // Returns "path: message" for each error, in the order of the Add() calls.
  // The same text occurs only once.
  const std::vector<std::string>& errors() const { return errors_; }

  // Returns OK, or INVALID_ARGUMENT with "<subject>: 2 errors" and one line for
  // each error.
  absl::Status ToStatus(absl::string_view subject) const;

 private:
  std::vector<std::string> path_;
  std::vector<std::string> errors_;
};

}  // namespace baton::core

#endif  // BATON_CORE_POLICY_VALIDATION_ERRORS_H_
