# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Prints each query of the dashboard, docs/operating.md and docs/adopting.md as a rule."""

import json
import pathlib
import re

dashboard = json.loads(pathlib.Path("docs/operating/grafana-dashboard.json").read_text())
queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
for page in ("operating.md", "adopting.md"):
    document = pathlib.Path("docs", page).read_text()
    queries += re.findall(r"```promql\n(.*?)```", document, re.DOTALL)

rules = []
for number, query in enumerate(queries):
    plain = query.replace("$__rate_interval", "5m").replace("\n", " ")
    rules.append({"record": f"query:{number}", "expr": re.sub(r"\$\w+", "x", plain)})
# JSON is YAML.
print(json.dumps({"groups": [{"name": "queries", "rules": rules}]}))
