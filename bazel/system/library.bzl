# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Defines a repository of installed libraries and programs.

The compiler finds installed headers itself and treats them as system headers.
A target therefore has only linker flags and dependencies.
"""

load(":locate.bzl", "fail_missing", "find_header", "has_library")

_HEADER = """\
load("@rules_cc//cc:defs.bzl", "cc_library")

package(default_visibility = ["//visibility:public"])
"""

_CC_LIBRARY = """
cc_library(
    name = "{name}",
    defines = {defines},
    linkopts = {linkopts},
    deps = {deps},
)
"""

_PROGRAM = """
exports_files(["{name}"])
"""

def split_label(label):
    """Splits "//a/b:c" and "//a/b" into package and name, like Bazel."""
    package, colon, name = label[2:].partition(":")
    return package, (name if colon else package.split("/")[-1])

def _cc_library(name, libraries, defines, deps):
    return _CC_LIBRARY.format(
        name = name,
        defines = repr(defines),
        linkopts = repr(["-l" + library for library in libraries]),
        deps = repr(deps),
    )

def _system_library_impl(ctx):
    if not find_header(ctx, ctx.attr.probe):
        fail_missing(ctx.attr.probe, ctx.attr.package)

    build_files = {}
    for label, libraries in ctx.attr.libraries.items() + ctx.attr.optional.items():
        missing = [library for library in libraries if not has_library(ctx, library)]
        if missing and label in ctx.attr.optional:
            continue
        if missing:
            fail_missing("lib" + missing[0], ctx.attr.package)
        package, name = split_label(label)
        build_files.setdefault(package, []).append(
            _cc_library(
                name,
                libraries,
                ctx.attr.library_defines.get(label, []),
                ctx.attr.library_deps.get(label, []),
            ),
        )

    for label, path in ctx.attr.programs.items():
        if not ctx.path(path).exists:
            fail_missing(path, ctx.attr.package)
        package, name = split_label(label)
        ctx.symlink(path, package + "/" + name if package else name)
        build_files.setdefault(package, []).append(_PROGRAM.format(name = name))

    for path, target in ctx.attr.links.items():
        ctx.symlink(target, path)
    build_files.setdefault("", []).append(ctx.attr.extra_build)

    for package, targets in build_files.items():
        path = package + "/BUILD" if package else "BUILD"
        ctx.file(path, _HEADER + "".join(targets))

system_library = repository_rule(
    implementation = _system_library_impl,
    attrs = {
        "extra_build": attr.string(doc = "Appended to the root BUILD file."),
        "labels": attr.string_list(doc = "The labels of extra_build that other repositories use."),
        "libraries": attr.string_list_dict(doc = "The linked libraries of each label."),
        "library_defines": attr.string_list_dict(doc = "The macros of each label."),
        "library_deps": attr.string_list_dict(doc = "The dependencies of each label."),
        "links": attr.string_dict(doc = "The installed path of each path in the repository."),
        "optional": attr.string_list_dict(doc = "Like libraries, but skipped if missing."),
        "package": attr.string(doc = "The distribution's package, for error messages."),
        "probe": attr.string(doc = "A header that exists if the package is installed."),
        "programs": attr.string_dict(doc = "The installed program of each label."),
    },
    configure = True,
    local = True,
)
