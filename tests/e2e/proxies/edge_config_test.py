# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Envoy's configuration of a public edge in docs/threat-model.md is valid YAML, and removes what nginx removes."""

import pathlib
import re
import unittest

import yaml


def _removed_by_nginx():
    config = pathlib.Path("tests/e2e/proxies/nginx_edge.conf").read_text()
    return set(re.findall(r'grpc_set_header (\S+) "";', config))


def _virtual_host():
    page = pathlib.Path("docs/threat-model.md").read_text()
    (hosts,) = re.findall(r"<!-- checked: envoy -->\n```yaml\n(.*?)```", page, re.DOTALL)
    (host,) = yaml.safe_load(hosts)["virtual_hosts"]
    return host


class EdgeConfigTest(unittest.TestCase):
    def test_envoy_removes_what_nginx_removes(self):
        removed = _virtual_host()["request_headers_to_remove"]
        self.assertEqual(len(removed), len(set(removed)))
        # Envoy replaces the count of a client by its own.
        self.assertEqual(set(removed) | {"x-envoy-attempt-count"}, _removed_by_nginx())

    def test_envoy_counts_its_own_attempts(self):
        self.assertIs(_virtual_host()["include_request_attempt_count"], True)


if __name__ == "__main__":
    unittest.main()
