# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Plants includes that a folder may not have."""

import unittest

from includes import include_direction, public_headers_only, room_order
from planting import CheckTest

_LIBRARY = "interceptors/baton/"


class IncludesTest(CheckTest):
    def test_include_against_the_direction_is_found(self):
        for path, header in (
            ("core/wire/a.h", "<grpcpp/grpcpp.h>"),
            ("core/wire/a.h", '"opentelemetry/trace/span.h"'),
            ("core/wire/a.h", '"baton/rpc/call/attempt.h"'),
            ("core/wire/a.h", '"baton/client.h"'),
            ("core/wire/a.h", '"google/protobuf/message.h"'),
            ("core/wire/a.h", "<unistd.h>"),
            ("core/wire/a.h", "<thread>"),
            ("config/a.cc", '"baton/rpc/call/attempt.h"'),
            ("config/a.cc", '"grpcpp/grpcpp.h"'),
            ("config/syntax/a.cc", '"baton/config/policy_reader.h"'),
            ("rpc/call/a.cc", '"baton/otel/span.h"'),
            ("rpc/call/a.cc", '"opentelemetry/trace/span.h"'),
            ("otel/a.cc", '"baton/rpc/call/attempt.h"'),
            ("otel/a.cc", '"baton/otel/bootstrap/bootstrap.h"'),
            ("otel/a.cc", '"opentelemetry/sdk/trace/tracer.h"'),
        ):
            self.assert_found(include_direction, _LIBRARY + path, f"//\n#include {header}\n", line=2)

    def test_folder_without_a_rule_is_found(self):
        for path in ("newlayer/a.cc", "core/newroom/a.cc", "otel/newroom/a.cc"):
            self.assert_found(include_direction, _LIBRARY + path, "int x;\n")

    def test_include_along_the_direction_is_clean(self):
        for path, header in (
            ("core/wire/a.h", "<vector>"),
            ("core/wire/a.cc", '"absl/status/status.h"'),
            ("config/a.cc", '"baton/v1/policy.pb.h"'),
            ("config/a.cc", '"baton/config/syntax/diagnostics.h"'),
            ("rpc/call/a.cc", '"grpcpp/grpcpp.h"'),
            ("rpc/call/a.cc", "<thread>"),
            ("otel/a.cc", '"opentelemetry/trace/span.h"'),
            ("otel/bootstrap/a.cc", '"opentelemetry/sdk/trace/tracer.h"'),
            ("chain/a.cc", '"baton/client.h"'),
            ("client.h", '"baton/rpc/call/attempt.h"'),
        ):
            self.assert_clean(include_direction, _LIBRARY + path, f"#include {header}\n")

    def test_vocabulary_is_for_all_rooms(self):
        files = {_LIBRARY + "clock.h": "#include <vector>\n"}
        for path in ("core/wire/a.h", "rpc/call/a.h", "otel/a.h", "config/syntax/a.h"):
            self.assert_clean(include_direction, _LIBRARY + path, '#include "baton/clock.h"\n', files=files)

    def test_vocabulary_that_brings_grpc_is_for_rpc_only(self):
        files = {
            _LIBRARY + "options.h": '#include "baton/channel.h"\n',
            _LIBRARY + "channel.h": '#include "grpcpp/channel.h"\n',
        }
        for path in ("core/wire/a.h", "config/a.h", "otel/a.h"):
            self.assert_found(include_direction, _LIBRARY + path, '#include "baton/options.h"\n', files=files)
        self.assert_clean(include_direction, _LIBRARY + "rpc/call/a.h", '#include "baton/options.h"\n', files=files)

    def test_vocabulary_that_includes_a_room_is_found(self):
        for header in ("baton/rpc/call/attempt.h", "baton/core/wire/word.h", "baton/client.h"):
            self.assert_found(include_direction, _LIBRARY + "options.h", f'#include "{header}"\n')

    def test_include_of_a_later_room_is_found(self):
        for path, header in (
            ("core/wire/a.h", "baton/core/policy/owner.h"),
            ("core/limits/a.cc", "baton/core/report/call_log.h"),
            ("rpc/grpc/a.h", "baton/rpc/channel/options.h"),
            ("rpc/unary/a.h", "baton/rpc/stream/stream_call.h"),
            ("rpc/client/a.cc", "baton/rpc/server/request_scope.h"),
        ):
            self.assert_found(room_order, _LIBRARY + path, f'#include "{header}"\n')

    def test_file_outside_of_the_rooms_is_found(self):
        for path in ("core/a.h", "rpc/a.cc", "rpc/call/more/a.cc"):
            self.assert_found(room_order, _LIBRARY + path, "int x;\n")

    def test_include_of_the_same_or_an_earlier_room_is_clean(self):
        for path, header in (
            ("core/report/a.h", "baton/core/report/call_log.h"),
            ("core/report/a.h", "baton/core/wire/word.h"),
            ("rpc/server/a.cc", "baton/rpc/runtime/real_clock.h"),
            ("rpc/runtime/a.cc", "baton/core/report/telemetry.h"),
            ("config/a.cc", "baton/config/syntax/diagnostics.h"),
        ):
            self.assert_clean(room_order, _LIBRARY + path, f'#include "{header}"\n')

    def test_private_header_in_an_example_is_found(self):
        headers = ("baton/core/wire/word.h", "baton/rpc/runtime/real_clock.h", "baton/otel/bootstrap/bootstrap.h")
        for path in ("examples/a.cc", "tools/traceview/a.h", "docs/generate/a.cc", "docs/a.md", "README.md"):
            for header in headers:
                self.assert_found(public_headers_only, path, f'#include "{header}"\n')

    def test_public_header_in_an_example_is_clean(self):
        headers = ("baton/client.h", "baton/otel_bootstrap.h", "baton/examples/v1/echo.grpc.pb.h", "grpcpp/grpcpp.h")
        for header in headers:
            self.assert_clean(public_headers_only, "examples/a.cc", f'#include "{header}"\n')
        self.assert_clean(public_headers_only, "tests/a.cc", '#include "baton/core/wire/word.h"\n')


if __name__ == "__main__":
    unittest.main()
