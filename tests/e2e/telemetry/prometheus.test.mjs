// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks what Prometheus answers to the queries of the dashboard and the pages,
// after an incident of five services.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { start } from '../stack/program.mjs';
import { startPrometheus, startReceiver, until } from './prometheus.mjs';

// What does not happen in this incident.
const QUIET = new Set([
  'Deadlines',
  'Hedges',
  'Measured limits',
  'Processes with open retry breakers',
  'Rejected requests',
  'Requests by state of the retry-budget header',
  'Suppressed retries by reason',
  'Throttled attempts',
  'Unknown outcomes',
]);

/** Returns a query of the dashboard as the dashboard sends it. */
const filled = (query) =>
  query.replaceAll('$__rate_interval', '1m').replaceAll('$entry', 'edge').replaceAll(/\$\w+/g, '.*');

async function panels() {
  const dashboard = JSON.parse(await readFile('docs/operating/grafana-dashboard.json', 'utf8'));
  return dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, query: filled(expr) })));
}

async function pageQueries() {
  const pages = await Promise.all(['operating.md', 'adopting.md'].map((page) => readFile(`docs/${page}`, 'utf8')));
  return pages.flatMap((page) => [...page.matchAll(/```promql\n(.*?)```/gs)].map(([, query]) => query));
}

describe('Prometheus', () => {
  let receiver;
  let prometheus;
  before(async () => {
    receiver = await startReceiver();
    const rules = [`${process.cwd()}/docs/operating/prometheus-alerts.yaml`];
    prometheus = await startPrometheus({ address: receiver.address, rules });
    const flags = ['--modes=baton', '--scenario=flaky', '--lasts=8s', '--one_request=false'];
    const { child } = await start('examples/stack/demo', flags, /^/, receiver.environment);
    if (child.exitCode === null) await once(child, 'exit');
    // Only an idle machine can check the demo's promises.
    assert.ok(child.exitCode === 0 || child.exitCode === 1, `exit code ${child.exitCode}`);
    const sum = [...receiver.series]
      .filter(([name]) => name.startsWith('grpc_client_call_duration_seconds_count{job="app"'))
      .reduce((total, [, value]) => total + value, 0);
    assert.ok(sum > 100, `${sum} calls`);
    const query = 'sum(grpc_client_call_duration_seconds_count{job="app"})';
    await until(async () => Number((await prometheus.query(query))[0]?.value[1]) === sum, 'last value');
  });
  after(async () => {
    await prometheus?.stop();
    await receiver?.stop();
  });

  const only = async (query) => {
    const result = await prometheus.query(query);
    assert.equal(result.length, 1, `${query}: ${JSON.stringify(result)}`);
    return { labels: result[0].metric, value: Number(result[0].value[1]) };
  };
  /** Returns what one panel shows for the calls of the application. */
  const panelOfApp = async (title) => {
    const { query } = (await panels()).find((panel) => panel.title === title);
    return only(query.replaceAll('job=~".*"', 'job="app"'));
  };

  test('each query of the dashboard has a result', async () => {
    const all = await panels();
    assert.ok(all.length > 25);
    const empty = new Set();
    for (const { title, query } of all) {
      if ((await prometheus.query(query)).length === 0) empty.add(title);
    }
    assert.deepEqual([...empty].filter((title) => !QUIET.has(title)), []);
  });

  test('each query of the pages is valid', async () => {
    const all = await pageQueries();
    assert.ok(all.length > 25);
    for (const query of all) assert.ok(Array.isArray(await prometheus.query(query)), query);
  });

  test('which target, method and code', async () => {
    const { labels } = await panelOfApp('Failed calls by target, method and code');
    assert.equal(labels.grpc_method, 'shop.v1.Edge/Get');
    assert.equal(labels.grpc_status, 'UNAVAILABLE');
    assert.match(labels.grpc_target, /^127\.0\.0\.1:\d+$/);
  });

  test('which server', async () => {
    const { labels } = await panelOfApp('Failed attempts by server');
    assert.equal(labels.retry_peer, labels.grpc_target);
    assert.equal(labels.grpc_status, 'UNAVAILABLE');
  });

  test('client or server', async () => {
    const { labels } = await panelOfApp('Failed attempts by origin');
    assert.equal(labels.retry_failure_origin, 'server');
  });

  test('three attempts save most retried calls', async () => {
    const { value } = await panelOfApp('Usefulness of retries');
    assert.ok(value > 0.7 && value < 1, `${value}`);
  });

  test('each rule can be evaluated, and the alerts of the incident begin', async () => {
    const rules = await until(async () => {
      const all = await prometheus.rules();
      return all.every(({ health }) => health !== 'unknown') && all;
    }, 'evaluated rules');
    assert.ok(rules.length >= 16);
    for (const { name, health, lastError } of rules) assert.equal(health, 'ok', `${name}: ${lastError}`);
    const stateOf = (name) => rules.find((rule) => rule.name === name).state;
    // It waits for ten minutes before it fires.
    assert.equal(stateOf('BatonRetriesAddLoad'), 'pending');
    assert.equal(stateOf('BatonErrorBudgetBurns'), 'firing');
    assert.equal(stateOf('BatonRetriesDoNotHelp'), 'inactive');
    assert.equal(stateOf('BatonThrottledForLong'), 'inactive');
  });
});
