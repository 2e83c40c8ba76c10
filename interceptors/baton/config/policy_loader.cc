// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/policy/policy_loader.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "baton/config/file.h"
#include "baton/config/message_binder.h"
#include "baton/config/policy_compiler.h"
#include "baton/config/policy_origins.h"
#include "baton/config/service_config.h"
#include "baton/config/syntax/json_syntax.h"
#include "baton/config/syntax/text_syntax.h"

namespace baton {
namespace {

using config::CompilePolicy;
using config::Diagnostics;
using config::ImportServiceConfig;
using config::MethodCatalog;
using config::PolicyNames;
using config::PolicyOrigins;
using config::SyntaxNode;

absl::StatusOr<PolicyFormat> FormatOf(absl::string_view file,
                                      PolicyFormat wanted) {
  if (wanted != PolicyFormat::kByExtension) return wanted;
  if (absl::EndsWith(file, ".json")) return PolicyFormat::kJson;
  if (absl::EndsWith(file, ".textproto") || absl::EndsWith(file, ".txtpb")) {
    return PolicyFormat::kText;
  }
  return absl::InvalidArgumentError(absl::StrCat(
      file, ": 1 error\n", file,
      ": the name must end in .textproto, .txtpb or .json, unless the format "
      "is set explicitly"));
}

absl::StatusOr<MethodCatalog> LoadCatalog(const LoadPolicyOptions& options) {
  switch (options.descriptors) {
    case DescriptorSource::kNone:
      break;
    case DescriptorSource::kLinked:
      return MethodCatalog::Linked();
    case DescriptorSource::kSet:
      return config::LoadDescriptorSet(options.descriptor_set_file);
  }
  return MethodCatalog();
}

// Reports all errors. After a syntax error, still checks the fields before it,
// but draws no conclusions from missing fields.
void LoadInto(absl::string_view contents, PolicyFormat format,
              bool assume_idempotent, PolicyOrigins& origins, Policy& policy,
              Diagnostics& diagnostics) {
  const bool text =
      format == PolicyFormat::kText || format == PolicyFormat::kByExtension;
  const SyntaxNode root = text ? config::ParseTextSyntax(contents, diagnostics)
                               : config::ParseJsonSyntax(contents, diagnostics);
  const bool complete = diagnostics.ok();
  if (!complete && root.kind != SyntaxNode::Kind::kObject) return;
  if (format == PolicyFormat::kServiceConfig) {
    origins.source = ImportServiceConfig(root, assume_idempotent,
                                         origins.positions, diagnostics);
  } else {
    config::BindMessage(root,
                        text ? config::Syntax::kText : config::Syntax::kJson,
                        origins.source, origins.positions, diagnostics);
  }
  if (!complete) return;
  origins.names = PolicyNames(origins.source, origins.catalog,
                              origins.positions, diagnostics);
  policy = CompilePolicy(origins.source, origins.names, origins.catalog,
                         origins.positions, diagnostics);
}

}  // namespace

absl::StatusOr<LoadedPolicy> LoadPolicy(absl::string_view contents,
                                        absl::string_view name,
                                        const LoadPolicyOptions& options) {
  Diagnostics diagnostics;
  if (contents.size() > kMaxPolicyBytes) {
    diagnostics.Error({}, "",
                      absl::StrCat("must be at most ", kMaxPolicyBytes,
                                   " bytes, got ", contents.size()));
    return diagnostics.ToStatus(name);
  }
  absl::StatusOr<MethodCatalog> catalog = LoadCatalog(options);
  if (!catalog.ok()) return catalog.status();
  auto origins = std::make_shared<PolicyOrigins>();
  origins->file = std::string(name);
  origins->catalog = *std::move(catalog);

  LoadedPolicy loaded;
  LoadInto(contents, options.format, options.assume_idempotent, *origins,
           loaded.policy, diagnostics);
  if (!diagnostics.ok()) return diagnostics.ToStatus(name);
  loaded.notes = diagnostics.Notes(name);
  loaded.origins = std::move(origins);
  return loaded;
}

absl::StatusOr<LoadedPolicy> LoadPolicyFile(const std::string& path,
                                            const LoadPolicyOptions& options) {
  LoadPolicyOptions with_format = options;
  const absl::StatusOr<PolicyFormat> format = FormatOf(path, options.format);
  if (!format.ok()) return format.status();
  with_format.format = *format;
  const absl::StatusOr<std::string> contents =
      config::ReadFile(path, kMaxPolicyBytes);
  if (!contents.ok()) return contents.status();
  return LoadPolicy(*contents, path, with_format);
}

}  // namespace baton
