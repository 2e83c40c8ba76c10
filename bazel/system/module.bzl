# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Defines a repository of aliases for the targets of a module of MODULE.bazel."""

load(":library.bzl", "split_label")

_HEADER = """\
package(default_visibility = ["//visibility:public"])
"""

_ALIAS = """
alias(
    name = "{name}",
    actual = "@{repository}//{package}:{name}",
)
"""

def _module_aliases_impl(ctx):
    build_files = {}
    for label in ctx.attr.labels:
        package, name = split_label(label)
        build_files.setdefault(package, []).append(
            _ALIAS.format(name = name, package = package, repository = ctx.attr.module),
        )
    build_files.setdefault("", [])
    for package, targets in build_files.items():
        path = package + "/BUILD" if package else "BUILD"
        ctx.file(path, _HEADER + "".join(targets))

_module_aliases = repository_rule(
    implementation = _module_aliases_impl,
    attrs = {
        "labels": attr.string_list(doc = "The labels, the same in both repositories."),
        "module": attr.string(doc = "The name of the module's repository in MODULE.bazel."),
    },
)

def module_library(name, libraries = {}, optional = {}, programs = {}, labels = [], **_unused):
    """Takes the arguments of system_library, and needs only the labels.

    Args:
      name: the repository. MODULE.bazel gives "module_<name>" to the module.
      libraries: as for system_library.
      optional: as for system_library.
      programs: as for system_library.
      labels: further labels.
      **_unused: the other arguments of system_library.
    """
    _module_aliases(
        name = name,
        labels = libraries.keys() + optional.keys() + programs.keys() + labels,
        module = "module_" + name,
    )
