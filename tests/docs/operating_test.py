# Copyright The Baton Authors
# SPDX-License-Identifier: Apache-2.0

"""Checks the metrics in operating.md and adopting.md, the dashboard and the alerts.

The name of a metric in Prometheus follows from its name, its kind and its unit
in docs/telemetry.md. Other tests compare that page with the code.
"""

import json
import pathlib
import re
import unittest

_OTEL = pathlib.Path("interceptors/baton/otel")
_DOCS = pathlib.Path("docs")

# Suffixes that Prometheus itself adds to a series.
_ADDED_LABELS = {"job", "instance", "le"}
_NAME = re.compile(r"\b(?:grpc|retry|deadline)_[a-z_]+\b")
_SELECTOR = re.compile(r"\b((?:grpc|retry|deadline)_[a-z_]+)\{([^}]*)\}")


def _declared(header):
    return set(re.findall(r'inline constexpr char k\w+\[\] =?\s*"([^"]+)"', header.read_text()))


def _underscored(name):
    return name.replace(".", "_")


def _metrics():
    """Returns each row of a metric: name, labels, kind, unit."""
    for line in (_DOCS / "telemetry.md").read_text().splitlines():
        cells = [cell.strip().replace("`", "") for cell in line.split("|")[1:-1]]
        kind = re.fullmatch(r"(counter|gauge|histogram), (\S+)", cells[2]) if len(cells) == 4 else None
        if kind:
            yield cells[0], [label for label in cells[1].split(", ") if label], kind[1], kind[2]


def _series():
    """Returns the labels of each series in Prometheus, by its name."""
    series = {}
    for name, labels, kind, unit in _metrics():
        base = _underscored(name)
        # Units in braces are remarks. "1" is a ratio unless the metric is a
        # counter.
        base += {"s": "_seconds", "By": "_bytes", "1": "_ratio" if kind == "gauge" else ""}.get(unit, "")
        ends = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}
        for end in ends[kind]:
            series[base + end] = {_underscored(label) for label in labels} | _ADDED_LABELS
    return series


def _dashboard():
    return json.loads((_DOCS / "operating/grafana-dashboard.json").read_text())


def _dashboard_queries():
    dashboard = _dashboard()
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            yield panel["title"], target["expr"]
    for variable in dashboard["templating"]["list"]:
        if variable["type"] == "query":
            yield variable["name"], variable["query"]


def _document_queries():
    return [
        (page, query)
        for page in ("operating.md", "adopting.md")
        for query in re.findall(r"```promql\n(.*?)```", (_DOCS / page).read_text(), re.DOTALL)
    ]


def _alerts():
    text = (_DOCS / "operating/prometheus-alerts.yaml").read_text()
    rules = re.split(r"^ +- alert: ", text, flags=re.MULTILINE)[1:]
    return {rule.split("\n", 1)[0]: rule for rule in rules}


class OperatingTest(unittest.TestCase):
    def test_metrics_match_the_code(self):
        labels = {label for _, names, _, _ in _metrics() for label in names}
        declared = _declared(_OTEL / "metric_names.h")
        self.assertGreater(len(declared), 20)
        self.assertEqual({name for name, _, _, _ in _metrics()} | labels, declared)

    def test_queries_use_existing_series_and_labels(self):
        series = _series()
        labels = set().union(*series.values())
        queries = [*_dashboard_queries(), *_document_queries(), *_alerts().items()]
        self.assertGreater(len(queries), 40)
        for place, query in queries:
            with self.subTest(place=place):
                names = set(_NAME.findall(query))
                self.assertTrue(names & set(series), query)
                self.assertLessEqual(names, set(series) | labels)
                for name, selector in _SELECTOR.findall(query):
                    asked = set(re.findall(r"(\w+)=", selector))
                    self.assertLessEqual(asked, series[name], name)

    def test_every_metric_has_a_panel_or_a_query(self):
        asked = " ".join(query for _, query in [*_dashboard_queries(), *_document_queries()])
        for name, _, _, _ in _metrics():
            # These metrics need no query: other metrics have the same counts.
            if name in ("grpc.server.call.duration", "grpc.client.call.retries"):
                continue
            self.assertRegex(asked, rf"\b{_underscored(name)}", name)

    def test_dashboard_is_valid(self):
        dashboard = _dashboard()
        ids = [panel["id"] for panel in dashboard["panels"]]
        self.assertEqual(len(ids), len(set(ids)))
        places = set()
        variables = {variable["name"] for variable in dashboard["templating"]["list"]}
        for panel in dashboard["panels"]:
            place = (panel["gridPos"]["x"], panel["gridPos"]["y"])
            self.assertNotIn(place, places)
            places.add(place)
            self.assertTrue(panel["description"], panel["title"])
            self.assertEqual(panel["datasource"]["uid"], "${datasource}")
            for target in panel["targets"]:
                used = set(re.findall(r"\$(\w+)", target["expr"])) - {"__rate_interval"}
                self.assertLessEqual(used, variables, panel["title"])

    def test_alerts_match_the_document(self):
        rows = re.findall(r"^\| `(Baton\w+)` \|", (_DOCS / "operating.md").read_text(), re.MULTILINE)
        self.assertEqual(rows, list(_alerts()))

    def test_attributes_match_the_code(self):
        known = _declared(_OTEL / "span_attributes.h") | _declared(_OTEL / "metric_names.h")
        text = (_DOCS / "operating.md").read_text()
        found = set(re.findall(r"`((?:retry|deadline)\.[a-z_.]+)`", text))
        self.assertGreater(len(found), 12)
        self.assertLessEqual(found, known)


if __name__ == "__main__":
    unittest.main()
