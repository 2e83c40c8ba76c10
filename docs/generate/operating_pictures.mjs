// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Draws the pictures of docs/operating.md: panels of the dashboard, whose own
// queries a Prometheus evaluates over an invented incident, and requests in the
// trace view. operating_pictures.sh runs it.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startPrometheus } from '../../tests/e2e/telemetry/prometheus.mjs';
import { startBrowser, startView } from '../../tests/e2e/traceview/browser.mjs';
import { chart } from './chart.mjs';
import { incident, MINUTES, START } from './incident.mjs';
import { pagePicture } from './page_picture.mjs';

const FOLDER = process.argv[2];
// A line below this part of the highest one is left out, as in a legend that is
// sorted by the maximum.
const LEAST = 0.02;

const PANELS = {
  'failed-calls': 'Failed calls by target, method and code',
  origin: 'Failed attempts by origin',
  servers: 'Failed attempts by server',
  clients: 'Failed calls by client',
  stalls: 'Stalls of clients',
};
const SCENES = { 'trace-server': 'FailedFanOut', 'trace-own-limit': 'OwnLimits', 'trace-stall': 'StalledClient' };

const legend = (format, labels) => format.replaceAll(/\{\{(\w+)\}\}/g, (_, label) => labels[label] ?? '');

async function drawPanels() {
  const dashboard = JSON.parse(await readFile(join(FOLDER, '../../operating/grafana-dashboard.json'), 'utf8'));
  const prometheus = await startPrometheus({ history: incident() });
  try {
    for (const [file, title] of Object.entries(PANELS)) {
      const { description, targets, fieldConfig } = dashboard.panels.find((panel) => panel.title === title);
      const [{ expr, legendFormat }] = targets;
      const query = expr.replaceAll('$__rate_interval', '2m').replaceAll(/\$\w+/g, '.*');
      const found = await prometheus.queryRange(query, START, START + MINUTES * 60, 60);
      const lines = found.map(({ metric, values }) => ({
        name: legend(legendFormat, metric),
        points: values.map(([at, value]) => [(at - START) / 60, Number(value)]).filter(([, value]) => Number.isFinite(value)),
      }));
      const highest = ({ points }) => Math.max(...points.map(([, value]) => value));
      const most = Math.max(...lines.map(highest));
      const shown = lines.filter((line) => highest(line) >= LEAST * most).sort((a, b) => highest(b) - highest(a) || (a.name < b.name ? -1 : 1));
      const subtitle = description.split('. ')[0].replace(/\.$/, '');
      await writeFile(
        join(FOLDER, `${file}.svg`),
        chart({ title, subtitle, unit: fieldConfig.defaults.unit, lines: shown, minutes: MINUTES }),
      );
    }
  } finally {
    await prometheus.stop();
  }
}

async function drawTraces() {
  const view = await startView(0, 0, 'scenes');
  const browser = await startBrowser();
  try {
    for (const [file, scene] of Object.entries(SCENES)) {
      const { page } = await browser.open(`${view.url}#q=${scene}`, { width: 1400, height: 900 });
      await page.locator('.row').first().click();
      await page.locator('.line').first().waitFor();
      await writeFile(join(FOLDER, `${file}.svg`), await pagePicture(page, '.trace', `The request ${scene} in the trace view`));
    }
  } finally {
    await browser.stop();
    await view.stop();
  }
}

await drawPanels();
await drawTraces();
process.exit(0);
