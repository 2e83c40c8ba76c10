// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_VERSION_H_
#define BATON_VERSION_H_

#include "baton/base/export.h"

// The version of Baton, for conditional compilation. It follows Semantic
// Versioning. In the main branch it is the version of the newest release.
#define BATON_VERSION_MAJOR 0
#define BATON_VERSION_MINOR 1
#define BATON_VERSION_PATCH 0
#define BATON_VERSION_STRING "0.1.0"

namespace BATON_EXPORT baton {

// C++ constants with the same values.
inline constexpr int kVersionMajor = BATON_VERSION_MAJOR;
inline constexpr int kVersionMinor = BATON_VERSION_MINOR;
inline constexpr int kVersionPatch = BATON_VERSION_PATCH;
inline constexpr char kVersionString[] = BATON_VERSION_STRING;

}  // namespace baton

#endif  // BATON_VERSION_H_
