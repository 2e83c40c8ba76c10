# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Abseil's labels, from the installed pkg-config files.

Abseil installs one pkg-config file per library, with the same dependencies as
in its own BUILD files. The root package has one target for each file. The
targets of the public packages below absl/ are aliases of these.
"""

load(":locate.bzl", "fail_missing", "find_pkg_config_dir")

_PACKAGE = "libabsl-dev"

# The targets of each public package. The default pkg-config name is
# "absl_<target>". Targets that the installed version lacks are skipped.
_TARGETS = {
    "algorithm": ["algorithm", "container"],
    "base": ["base", "config", "core_headers", "dynamic_annotations", "endian", "log_severity", "no_destructor", "nullability", "prefetch"],
    "cleanup": ["cleanup"],
    "container": ["btree", "fixed_array", "flat_hash_map", "flat_hash_set", "inlined_vector", "node_hash_map", "node_hash_set"],
    "crc": ["crc32c"],
    "debugging": ["debugging", "failure_signal_handler", "leak_check", "stacktrace", "symbolize"],
    "flags": ["commandlineflag", "config", "flag", "marshalling", "parse", "program_name", "reflection", "usage"],
    "functional": ["any_invocable", "bind_front", "function_ref", "overload"],
    "hash": ["hash"],
    "log": ["absl_check", "absl_log", "check", "die_if_null", "globals", "initialize", "log", "log_entry", "log_sink", "log_sink_registry", "scoped_mock_log"],
    "memory": ["memory"],
    "meta": ["type_traits"],
    "numeric": ["bits", "int128"],
    "random": ["bit_gen_ref", "distributions", "random", "seed_gen_exception", "seed_sequences"],
    "status": ["status", "statusor"],
    "strings": ["cord", "str_format", "string_view", "strings"],
    "synchronization": ["synchronization"],
    "time": ["time"],
    "types": ["any", "compare", "optional", "span", "variant"],
    "utility": ["utility"],
}

# Targets whose pkg-config file has another name than "absl_<target>". The file
# has CMake's name of the target.
_RENAMED = {
    "algorithm:container": "absl_algorithm_container",
    "flags:flag": "absl_flags",
    "log:globals": "absl_log_globals",
    "log:initialize": "absl_log_initialize",
}

_PREFIXED = ["flags", "random"]

_ROOT_HEADER = """\
load("@rules_cc//cc:defs.bzl", "cc_library")

package(default_visibility = ["//absl:__subpackages__"])
"""

_ROOT_TARGET = """
cc_library(
    name = "{name}",
    linkopts = {linkopts},
    deps = {deps},
)
"""

_ALIAS = """
alias(
    name = "{name}",
    actual = "//:{module}",
    visibility = ["//visibility:public"],
)
"""

def absl_labels():
    """Returns the labels of the targets."""
    return ["//absl/%s:%s" % (package, target) for package, targets in _TARGETS.items() for target in targets]

def _module(package, target):
    renamed = _RENAMED.get(package + ":" + target)
    if renamed:
        return renamed
    if package in _PREFIXED:
        return "absl_%s_%s" % (package, target)
    return "absl_" + target

def _field(text, name):
    for line in text.split("\n"):
        if line.startswith(name + ":"):
            return line[len(name) + 1:]
    return ""

def _root_target(name, text):
    # "Requires: absl_base = 20220623, absl_bits = 20220623"
    requires = [entry.strip().split(" ")[0] for entry in _field(text, "Requires").split(",")]
    flags = [flag for flag in _field(text, "Libs").split(" ") if flag.startswith("-l") or flag == "-pthread"]
    return _ROOT_TARGET.format(
        name = name,
        linkopts = repr(flags),
        # Some versions of absl_strings.pc require absl_strings.
        deps = repr([":" + module for module in requires if module not in ("", name)]),
    )

def _system_absl_impl(ctx):
    directory = find_pkg_config_dir(ctx, "absl_base")
    if not directory:
        fail_missing("Abseil", _PACKAGE)

    root = _ROOT_HEADER
    modules = {}
    for path in ctx.path(directory).readdir():
        if path.basename.startswith("absl_") and path.basename.endswith(".pc"):
            name = path.basename[:-len(".pc")]
            modules[name] = True
            root += _root_target(name, ctx.read(path))
    ctx.file("BUILD", root)

    for package, targets in _TARGETS.items():
        aliases = ""
        for target in targets:
            module = _module(package, target)
            if module in modules:
                aliases += _ALIAS.format(name = target, module = module)
        if aliases:
            ctx.file("absl/%s/BUILD" % package, aliases)

system_absl = repository_rule(
    implementation = _system_absl_impl,
    configure = True,
    local = True,
)
