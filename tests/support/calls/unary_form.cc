// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/calls/unary_form.h"

namespace baton {

const std::vector<UnaryForm>& AllUnaryForms() {
  static const auto* const forms = new std::vector<UnaryForm>{
      UnaryForm::kSync,
      UnaryForm::kCqFinish,
      UnaryForm::kCqInitialMetadata,
      UnaryForm::kCallback,
      UnaryForm::kReactor,
      UnaryForm::kGenericCq,
      UnaryForm::kGenericCqInitialMetadata,
      UnaryForm::kGenericCallback,
      UnaryForm::kGenericReactor,
      UnaryForm::kTypedGenericCallback,
  };
  return *forms;
}

const std::vector<UnaryForm>& PreparedUnaryForms() {
  static const auto* const forms = new std::vector<UnaryForm>{
      UnaryForm::kCqFinish,
      UnaryForm::kReactor,
      UnaryForm::kGenericCq,
      UnaryForm::kGenericReactor,
  };
  return *forms;
}

bool IsOfBytes(UnaryForm form) {
  switch (form) {
    case UnaryForm::kGenericCq:
    case UnaryForm::kGenericCqInitialMetadata:
    case UnaryForm::kGenericCallback:
    case UnaryForm::kGenericReactor:
      return true;
    default:
      return false;
  }
}

std::string Name(UnaryForm form) {
  switch (form) {
    case UnaryForm::kSync:
      return "Sync";
    case UnaryForm::kCqFinish:
      return "CqFinish";
    case UnaryForm::kCqInitialMetadata:
      return "CqInitialMetadata";
    case UnaryForm::kCallback:
      return "Callback";
    case UnaryForm::kReactor:
      return "Reactor";
    case UnaryForm::kGenericCq:
      return "GenericCq";
    case UnaryForm::kGenericCqInitialMetadata:
      return "GenericCqInitialMetadata";
    case UnaryForm::kGenericCallback:
      return "GenericCallback";
    case UnaryForm::kGenericReactor:
      return "GenericReactor";
    case UnaryForm::kTypedGenericCallback:
      return "TypedGenericCallback";
  }
  return "?";
}

std::ostream& operator<<(std::ostream& out, UnaryForm form) {
  return out << Name(form);
}

std::string NameOfForm(const ::testing::TestParamInfo<UnaryForm>& info) {
  return Name(info.param);
}

}  // namespace baton
