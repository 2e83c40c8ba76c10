// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/kit/engine/read_scope.h"

#include <string>
#include <utility>

namespace baton::kit {
namespace {

// Passes everything on to the group of the unit. Its calls count as calls that
// can be repeated.
class ReadGroup final : public rpc::CallGroup {
 public:
  explicit ReadGroup(std::shared_ptr<rpc::CallGroup> unit)
      : unit_(std::move(unit)) {}

  const std::string& description() const override {
    return unit_->description();
  }
  absl::StatusOr<Terms> OnCallStarted(const Start& start) override {
    return unit_->OnCallStarted(start);
  }
  void OnCallEnded(const End& end) override {
    unit_->OnCallEnded(
        {end.report, end.outcome, /*has_stable_key=*/true, end.channel});
  }

 private:
  const std::shared_ptr<rpc::CallGroup> unit_;
};

}  // namespace

ReadScope::ReadScope()
    : scope_(std::make_unique<rpc::CallGroupScope>(
          std::make_shared<ReadGroup>(rpc::CurrentCallGroup()))) {}

ReadScope::~ReadScope() = default;

}  // namespace baton::kit
