// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_BASE_EXPORT_H_
#define BATON_BASE_EXPORT_H_

// Every public header includes this header first. With an older standard, this
// message is then the first error.
#if !defined(_MSVC_LANG) && defined(__cplusplus) && __cplusplus < 201703L
#error \
    "Baton needs C++17: compile with -std=c++17. For Bazel, add the line build --cxxopt=-std=c++17 to .bazelrc."
#endif

// CMake hides the symbols of the shared libraries, apart from marked ones. A
// public header opens its namespace with the mark:
//
//   namespace BATON_EXPORT baton {
//
// A forward declaration of a private class belongs in a namespace without mark.
// In a nested namespace, such as baton::kit, each function has the mark.
#if defined(__GNUC__)
#define BATON_EXPORT [[gnu::visibility("default")]]
#else
#define BATON_EXPORT
#endif

// Marks a private class or function that another library of Baton uses, such as
// libbaton_otel. Applications must not use it: it can change in each version.
#define BATON_EXPORT_PRIVATE BATON_EXPORT

#endif  // BATON_BASE_EXPORT_H_
