// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/rpc/request/context_extension.h"

#include <utility>

#include "baton/rpc/grpc/context_access.h"
#include "baton/rpc/runtime/misuse_report.h"
#if __has_include("grpcpp/impl/create_auth_context.h")
#include "grpcpp/impl/create_auth_context.h"
#else  // gRPC before 1.55
#include "grpcpp/impl/codegen/create_auth_context.h"
#endif

namespace baton::rpc {
namespace {

// gRPC has no public constructor for an empty iterator, but allows derived
// classes.
class NoProperties final : public grpc::AuthPropertyIterator {};

}  // namespace

ContextExtension* ContextExtension::Find(const grpc::ClientContext& context) {
  // The object was created as mutable. Only gRPC's pointer is const.
  return const_cast<ContextExtension*>(
      dynamic_cast<const ContextExtension*>(StoredAuthContext(context).get()));
}

ContextExtension& ContextExtension::FindOrAttach(grpc::ClientContext& context) {
  if (ContextExtension* found = Find(context)) return *found;
  auto attached = std::make_shared<ContextExtension>();
  if (StoredAuthContext(context) != nullptr) {
    attached->SetAuthContext(StoredAuthContext(context));
  }
  StoreAuthContext(context, attached);
  return *attached;
}

ContextExtension::~ContextExtension() {
  const MutexLock lock(mutex_);
  if (overrides_ == nullptr || has_call_) return;
  ReportMisuse(Misuse::kUnreadOverrides,
               "call overrides had no effect, because no call of a channel "
               "with Baton used their context");
}

void ContextExtension::NoteCall() {
  const MutexLock lock(mutex_);
  has_call_ = true;
}

void ContextExtension::SetOverrides(CallOverrides overrides) {
  auto set = std::make_unique<const CallOverrides>(std::move(overrides));
  const MutexLock lock(mutex_);
  overrides_ = std::move(set);
}

std::optional<CallOverrides> ContextExtension::overrides() const {
  const MutexLock lock(mutex_);
  if (overrides_ == nullptr) return std::nullopt;
  return *overrides_;
}

void ContextExtension::SetRequest(std::shared_ptr<RequestRecord> request) {
  const MutexLock lock(mutex_);
  request_ = std::move(request);
}

std::shared_ptr<RequestRecord> ContextExtension::request() const {
  const MutexLock lock(mutex_);
  return request_;
}

void ContextExtension::SetBackground() {
  const MutexLock lock(mutex_);
  request_ = nullptr;
  is_background_ = true;
}

bool ContextExtension::is_background() const {
  const MutexLock lock(mutex_);
  return is_background_;
}

void ContextExtension::SetGroup(std::shared_ptr<CallGroup> group) {
  const MutexLock lock(mutex_);
  group_ = std::move(group);
}

std::shared_ptr<CallGroup> ContextExtension::group() const {
  const MutexLock lock(mutex_);
  return group_;
}

void ContextExtension::SetStableKey() {
  const MutexLock lock(mutex_);
  has_stable_key_ = true;
}

bool ContextExtension::has_stable_key() const {
  const MutexLock lock(mutex_);
  return has_stable_key_;
}

void ContextExtension::SetReport(std::unique_ptr<const CallReport> report) {
  const MutexLock lock(mutex_);
  report_ = std::move(report);
}

std::optional<CallReport> ContextExtension::report() const {
  const MutexLock lock(mutex_);
  if (report_ == nullptr) return std::nullopt;
  return *report_;
}

void ContextExtension::SetAuthContext(
    std::shared_ptr<const grpc::AuthContext> real) {
  const MutexLock lock(mutex_);
  real_ = std::move(real);
}

void ContextExtension::SetAuthContextOf(grpc_call* call) {
  if (call == nullptr) return;
  grpc_call_ref(call);
  const MutexLock lock(mutex_);
  call_.reset(call);
}

std::shared_ptr<const grpc::AuthContext> ContextExtension::Real() const {
  const MutexLock lock(mutex_);
  if (call_ != nullptr) {
    real_ = grpc::CreateAuthContext(call_.get());
    call_.reset();
  }
  return real_;
}

bool ContextExtension::IsPeerAuthenticated() const {
  const auto real = Real();
  return real != nullptr && real->IsPeerAuthenticated();
}

std::vector<grpc::string_ref> ContextExtension::GetPeerIdentity() const {
  const auto real = Real();
  if (real == nullptr) return {};
  return real->GetPeerIdentity();
}

std::string ContextExtension::GetPeerIdentityPropertyName() const {
  const auto real = Real();
  return real == nullptr ? std::string() : real->GetPeerIdentityPropertyName();
}

std::vector<grpc::string_ref> ContextExtension::FindPropertyValues(
    const std::string& name) const {
  const auto real = Real();
  if (real == nullptr) return {};
  return real->FindPropertyValues(name);
}

grpc::AuthPropertyIterator ContextExtension::begin() const {
  const auto real = Real();
  return real == nullptr ? NoProperties() : real->begin();
}

grpc::AuthPropertyIterator ContextExtension::end() const {
  const auto real = Real();
  return real == nullptr ? NoProperties() : real->end();
}

void ContextExtension::AddProperty(const std::string& /*key*/,
                                   const grpc::string_ref& /*value*/) {}

bool ContextExtension::SetPeerIdentityPropertyName(
    const std::string& /*name*/) {
  return false;
}

}  // namespace baton::rpc
