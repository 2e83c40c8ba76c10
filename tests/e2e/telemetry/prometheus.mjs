// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Runs Prometheus on loopback only. It scrapes a receiver of OTLP, because
// Debian's Prometheus cannot receive OTLP itself.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PATIENCE_MS = 30_000;
const LISTENS = '0A';
const UNITS = { s: '_seconds', By: '_bytes' };

const underscored = (name) => name.replaceAll(/[.\-]/g, '_');
const named = (attributes = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]));

function labelsOf(labels) {
  const quoted = (text) => JSON.stringify(text);
  return `{${Object.entries(labels)
    .map(([key, value]) => `${underscored(key)}=${quoted(value)}`)
    .join(',')}}`;
}

/** Returns the lines of one histogram. */
function histogramLines(name, point, labels) {
  let sum = 0;
  const lines = point.bucketCounts.map((count, i) => {
    sum += Number(count);
    const le = String(point.explicitBounds[i] ?? '+Inf');
    return [`${name}_bucket${labelsOf({ ...labels, le })}`, sum];
  });
  return [...lines, [`${name}_sum${labelsOf(labels)}`, point.sum], [`${name}_count${labelsOf(labels)}`, Number(point.count)]];
}

/** Returns the series of a metric of OTLP with their values, named as Prometheus names OTLP metrics. */
function linesOf(metric, resource) {
  const base = underscored(metric.name) + (UNITS[metric.unit] ?? '');
  const own = { job: resource['service.name'], instance: resource['service.instance.id'] };
  const { dataPoints } = metric.histogram ?? metric.sum ?? metric.gauge;
  return dataPoints.flatMap((point) => {
    const labels = { ...own, ...named(point.attributes) };
    if (metric.histogram) return histogramLines(base, point, labels);
    const name = metric.sum?.isMonotonic ? `${base}_total` : base;
    return [[name + labelsOf(labels), Number(point.asInt ?? point.asDouble)]];
  });
}

async function bodyOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

/**
 * Starts a receiver of OTLP/HTTP with JSON. It shows the latest values at
 * /metrics, as a collector does, and keeps the messages with traces.
 */
export async function startReceiver() {
  const series = new Map();
  const traces = [];
  const server = createServer(async (request, response) => {
    if (request.url === '/metrics') {
      response.setHeader('Content-Type', 'text/plain; version=0.0.4');
      return response.end([...series].map(([name, value]) => `${name} ${value}\n`).join(''));
    }
    const body = await bodyOf(request);
    if (request.url === '/v1/traces') traces.push(body);
    if (request.url === '/v1/metrics') {
      for (const { resource, scopeMetrics } of JSON.parse(body).resourceMetrics ?? []) {
        const metrics = scopeMetrics.flatMap((scope) => scope.metrics ?? []);
        for (const metric of metrics) {
          for (const [name, value] of linesOf(metric, named(resource.attributes))) series.set(name, value);
        }
      }
    }
    response.setHeader('Content-Type', 'application/json');
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${server.address().port}`;
  return {
    address,
    /** The environment of programs whose telemetry goes here. */
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://${address}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_METRIC_EXPORT_INTERVAL: '500',
    },
    traces,
    series,
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Returns the port at which a process listens, from /proc. */
async function listeningPort(pid) {
  const sockets = new Set();
  for (const fd of await readdir(`/proc/${pid}/fd`)) {
    const to = await readlink(`/proc/${pid}/fd/${fd}`).catch(() => '');
    const inode = /^socket:\[(\d+)\]$/.exec(to)?.[1];
    if (inode) sockets.add(inode);
  }
  for (const line of (await readFile(`/proc/${pid}/net/tcp`, 'utf8')).split('\n').slice(1)) {
    const fields = line.trim().split(/\s+/);
    if (fields[3] === LISTENS && sockets.has(fields[9])) return parseInt(fields[1].split(':')[1], 16);
  }
  return undefined;
}

/** Calls `look` until it returns something. Fails after a time limit. */
export async function until(look, what, patience = PATIENCE_MS) {
  const end = Date.now() + patience;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`no ${what} after ${patience} ms`);
    await new Promise((next) => setTimeout(next, 100));
  }
}

/**
 * Starts a Prometheus that scrapes `address`, with these rule files. `history`
 * is a text of OpenMetrics with earlier values.
 */
export async function startPrometheus({ address, rules = [], history }) {
  const folder = await mkdtemp(join(process.env.TEST_TMPDIR ?? tmpdir(), 'prometheus-'));
  const config = {
    global: { scrape_interval: '500ms', scrape_timeout: '500ms', evaluation_interval: '1s' },
    rule_files: rules,
    scrape_configs: address ? [{ job_name: 'otlp', honor_labels: true, static_configs: [{ targets: [address] }] }] : [],
  };
  if (history) {
    const file = join(folder, 'history.txt');
    await writeFile(file, history);
    await run('promtool', ['tsdb', 'create-blocks-from', 'openmetrics', file, join(folder, 'data')]);
  }
  // JSON is YAML.
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      '--web.listen-address=127.0.0.1:0',
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  // Also after an error of the test.
  process.on('exit', () => child.kill('SIGKILL'));
  const port = await until(() => listeningPort(child.pid), 'port of Prometheus');
  const url = `http://127.0.0.1:${port}`;
  const get = async (path, parameters = {}) => {
    const response = await fetch(`${url}/api/v1/${path}?${new URLSearchParams(parameters)}`);
    const { status, data, error } = await response.json();
    if (status !== 'success') throw new Error(`${JSON.stringify(parameters)}: ${error}`);
    return data;
  };
  await until(() => fetch(`${url}/-/ready`).then(({ ok }) => ok, () => false), 'readiness of Prometheus');
  return {
    url,
    /** Returns the result of a query: a list of series with their labels and value. */
    query: async (query) => (await get('query', { query })).result,
    queryRange: async (query, start, end, step) => (await get('query_range', { query, start, end, step })).result,
    rules: async () => (await get('rules')).groups.flatMap((group) => group.rules),
    targets: async () => (await get('targets')).activeTargets,
    async stop() {
      const ended = child.exitCode === null ? once(child, 'exit') : undefined;
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
