# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Generates C++ from .proto files, with the protoc and the plugin of the labels.

    baton_proto_library(name = "echo_proto", srcs = ["echo.proto"])
    baton_cc_proto_library(name = "echo_cc_proto", proto = ":echo_proto")
    baton_cc_grpc_library(
        name = "echo_cc_grpc",
        proto = ":echo_proto",
        deps = [":echo_cc_proto"],
    )

Files below proto/ are imported and included relative to proto/. For example,
proto/baton/v1/policy.proto is imported as "baton/v1/policy.proto" and included
as "baton/v1/policy.pb.h". Other files are relative to the workspace root. The
output of a baton_proto_library is its descriptor set.
"""

load("@baton_rules//:rules.bzl", "rules")
load("@rules_cc//cc:defs.bzl", "cc_library")

_ROOT = "proto"

def _under_root(package):
    return package == _ROOT or package.startswith(_ROOT + "/")

def _join(*parts):
    return "/".join([part for part in parts if part])

def _codegen_impl(ctx):
    proto = ctx.attr.proto[rules.ProtoInfo]
    package = ctx.label.package
    root = _ROOT if _under_root(package) else ""

    hdrs, srcs, imports = [], [], []
    for source in proto.direct_sources:
        stem = source.basename[:-len(".proto")] + (".grpc.pb" if ctx.attr.grpc else ".pb")
        hdrs.append(ctx.actions.declare_file(stem + ".h"))
        srcs.append(ctx.actions.declare_file(stem + ".cc"))
        imports.append(_join(package[len(root):].lstrip("/"), source.basename))

    args = ctx.actions.args()
    args.add_all(proto.transitive_proto_path, format_each = "--proto_path=%s")
    if ctx.attr.grpc:
        args.add(ctx.executable._plugin.path, format = "--plugin=protoc-gen-grpc=%s")

    # protoc writes each file below this directory, at its import path.
    output_root = _join(ctx.bin_dir.path, ctx.label.workspace_root, root)
    args.add(
        output_root,
        format = "--grpc_out=%s" if ctx.attr.grpc else "--cpp_out=%s",
    )
    args.add_all(imports)

    ctx.actions.run(
        executable = ctx.executable._protoc,
        arguments = [args],
        inputs = proto.transitive_sources,
        outputs = hdrs + srcs,
        tools = [ctx.executable._plugin] if ctx.attr.grpc else [],
        mnemonic = "BatonProtoc",
        progress_message = "Generating C++ of %s" % ctx.label,
    )
    return [
        DefaultInfo(files = depset(hdrs + srcs)),
        OutputGroupInfo(hdrs = depset(hdrs), srcs = depset(srcs)),
        # A system directory, to suppress warnings in generated headers.
        rules.CcInfo(compilation_context = rules.cc_common.create_compilation_context(
            headers = depset(hdrs),
            system_includes = depset([output_root]),
        )),
    ]

_codegen = rule(
    implementation = _codegen_impl,
    attrs = {
        "grpc": attr.bool(doc = "Generates services instead of messages."),
        "proto": attr.label(mandatory = True, providers = [rules.ProtoInfo]),
        "_plugin": attr.label(
            allow_single_file = True,
            cfg = "exec",
            default = "@com_github_grpc_grpc//src/compiler:grpc_cpp_plugin",
            executable = True,
        ),
        "_protoc": attr.label(
            cfg = "exec",
            default = "@com_google_protobuf//:protoc",
            executable = True,
        ),
    },
)

def _cc_library(name, proto, grpc, deps, **kwargs):
    codegen = name + "_codegen"
    _codegen(
        name = codegen,
        grpc = grpc,
        proto = proto,
        visibility = ["//visibility:private"],
    )
    for group in ["hdrs", "srcs"]:
        native.filegroup(
            name = "%s_%s" % (codegen, group),
            srcs = [codegen],
            output_group = group,
            visibility = ["//visibility:private"],
        )

    # Without baton_copts(), because warnings in generated code cannot be fixed.
    cc_library(
        name = name,
        srcs = [codegen + "_srcs"],
        hdrs = [codegen + "_hdrs"],
        deps = deps + [codegen],
        **kwargs
    )

def baton_proto_library(name, **kwargs):
    """Defines a proto_library. `deps` are other proto_library targets."""
    rules.proto_library(
        name = name,
        strip_import_prefix = "/" + _ROOT if _under_root(native.package_name()) else None,
        **kwargs
    )

def baton_cc_proto_library(name, proto, deps = [], **kwargs):
    """Defines the library of messages. `deps` has such a library per import."""
    _cc_library(
        name,
        proto,
        False,
        deps + ["@com_google_protobuf//:protobuf"],
        **kwargs
    )

def baton_cc_grpc_library(name, proto, deps, **kwargs):
    """Defines the library of services. `deps` has the library of messages."""
    _cc_library(
        name,
        proto,
        True,
        deps + ["@com_github_grpc_grpc//:grpc++"],
        **kwargs
    )
