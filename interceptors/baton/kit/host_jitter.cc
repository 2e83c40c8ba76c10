// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#include "baton/kit/host_jitter.h"

#include <unistd.h>

#include <array>
#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "baton/core/policy/host_offset.h"

namespace baton {
namespace {

std::string HostName() {
  // The last byte stays zero: a name that is too long may end without one.
  std::array<char, 257> name{};
  if (gethostname(name.data(), name.size() - 1) != 0) return "";
  return name.data();
}

std::string MachineId() {
  std::ifstream file("/etc/machine-id");
  std::string id;
  std::getline(file, id);
  return id;
}

const std::string& ThisHost() {
  static const std::string& host =
      *new std::string(absl::StrCat(MachineId(), "/", HostName()));
  return host;
}

}  // namespace

absl::Duration HostJitter(absl::string_view name, absl::Duration period) {
  return core::HostOffset(ThisHost(), name, period);
}

absl::Time NextRunOnHost(absl::string_view name, absl::Duration period,
                         absl::Time now) {
  return core::NextPeriodicRun(now, period, HostJitter(name, period));
}

}  // namespace baton
