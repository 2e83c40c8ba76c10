// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks what an operator sees of requests through five services, in a backend
// that does not know Baton.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { start } from '../stack/program.mjs';
import { screenshot, startBrowser } from '../traceview/browser.mjs';
import { named, startAspire } from './aspire.mjs';

const SERVICES = ['edge', 'checkout', 'inventory', 'pricing', 'store'];
const METHODS = ['Edge', 'Checkout', 'Inventory', 'Pricing', 'Store'].map((name) => `shop.v1.${name}/Get`);
const SERVER = 2;
const CLIENT = 3;
const ERROR = 2;

/** Runs a program to its end, and returns its exit code. */
async function run(program, args, environment) {
  const { child } = await start(program, args, /^/, environment);
  if (child.exitCode === null) await once(child, 'exit');
  return child.exitCode;
}

/** Returns the spans of one trace with their children, by their start. */
function treeOf(spans) {
  const byId = new Map(spans.map((span) => [span.spanId, { ...span, children: [] }]));
  const roots = [];
  for (const span of byId.values()) (byId.get(span.parentSpanId)?.children ?? roots).push(span);
  const begin = (span) => BigInt(span.startTimeUnixNano);
  for (const span of byId.values()) span.children.sort((a, b) => (begin(a) < begin(b) ? -1 : 1));
  assert.equal(roots.length, 1, 'one root');
  return roots[0];
}

async function treesIn(aspire) {
  const spans = await aspire.spans('traces?limit=1000');
  const ids = [...new Set(spans.map((span) => span.traceId))];
  return Promise.all(ids.map(async (id) => treeOf(await aspire.spans(`traces/${id}`))));
}

const failed = (span) => span.status?.code === ERROR;

/** Checks the call to `layer`, its attempts, and all spans below. */
function checkCall(call, layer) {
  assert.equal(call.name, METHODS[layer]);
  assert.equal(call.kind, CLIENT);
  assert.equal(call.service, layer === 0 ? 'app' : SERVICES[layer - 1]);
  assert.equal(call.attributes['retry.grant'], layer === 0 ? '2' : '0');
  assert.equal(call.attributes['retry.attempt_count'], String(call.children.length));
  if (layer > 0) {
    assert.equal(call.children.length, 1, 'one layer retries');
    assert.equal(call.attributes['retry.stop_reason'], failed(call) ? 'no_grant' : 'succeeded');
  }
  const waits = (call.events ?? []).filter((event) => event.name === 'retry.wait');
  assert.equal(waits.length, call.children.length - 1);
  for (const wait of waits) {
    const says = named(wait.attributes);
    assert.equal(says['retry.wait_cause'], 'backoff');
    assert.ok(Number(says['retry.wait_ms']) > 0);
  }
  call.children.forEach((attempt, i) => {
    assert.equal(attempt.name, `Attempt.${METHODS[layer].replace('/', '.')}`);
    assert.equal(attempt.kind, CLIENT);
    assert.equal(attempt.service, call.service);
    assert.equal(attempt.attributes['retry.attempt_number'], String(i + 1));
    assert.equal(attempt.attributes['retry.decision'], i + 1 < call.children.length ? 'retry' : 'stop');
    assert.equal(attempt.children.length, 1, 'the request that it caused');
    const [request] = attempt.children;
    assert.equal(request.name, METHODS[layer]);
    assert.equal(request.kind, SERVER);
    assert.equal(request.service, SERVICES[layer]);
    assert.equal(request.children.length, layer === 4 ? 0 : 1);
    if (layer < 4) checkCall(request.children[0], layer + 1);
  });
}

describe('the Aspire Dashboard', () => {
  let aspire;
  let browser;
  let trees;

  before(async () => {
    aspire = await startAspire();
    assert.equal(await run('tests/e2e/telemetry/export_chain', [aspire.grpc]), 0);
    browser = await startBrowser();
    trees = await treesIn(aspire);
  });
  after(async () => {
    await browser?.stop();
    await aspire?.stop();
  });

  const saved = () => trees.find((call) => call.children.length > 1 && !failed(call));
  const suppressed = () => trees.find((call) => call.attributes['retry.stop_reason'] === 'grant_exhausted');

  test('traces and metrics of six processes arrive', async () => {
    const resources = await aspire.resources();
    assert.deepEqual(resources.map(({ name }) => name).sort(), ['app', ...SERVICES].sort());
    for (const resource of resources) {
      assert.ok(resource.hasTraces, resource.name);
      assert.ok(resource.hasMetrics, resource.name);
    }
  });

  test('each request is one tree through five services', () => {
    assert.equal(trees.length, 21);
    for (const call of trees) checkCall(call, 0);
    assert.ok(saved(), 'one was saved by a retry');
    assert.ok(suppressed(), 'one was attempted three times and not a fourth');
  });

  test('a call shows why it was not retried', () => {
    const { attributes, children } = suppressed();
    assert.equal(children.length, 3);
    assert.equal(attributes['retry.suppressed'], 'true');
    assert.equal(attributes['retry.grant_used'], '2');
  });

  for (const [name, find] of [
    ['saved', saved],
    ['suppressed', suppressed],
  ]) {
    test(`draws the waterfall of a ${name} request`, async () => {
      const call = find();
      const { page, problems } = await browser.open(`${aspire.page}/traces/detail/${call.traceId}`, {
        width: 1600,
        height: 1200,
      });
      page.setDefaultTimeout(60_000);
      await page.getByText('Attempt.shop.v1.Store.Get').first().waitFor();
      const text = await page.locator('body').innerText();
      for (const service of SERVICES) assert.ok(text.includes(service), service);
      const attempts = page.getByRole('row').filter({ hasText: 'Attempt.shop.v1.Edge.Get' });
      assert.equal(await attempts.count(), call.children.length);
      await screenshot(page, `aspire-${name}`);
      // The details of the call show what the operator looks for.
      await page.goto(`${aspire.page}/traces/detail/${call.traceId}?spanId=${call.spanId}`);
      await page.getByText('retry.stop_reason').filter({ visible: true }).first().waitFor();
      await attempts.first().waitFor();
      const details = await page.locator('body').innerText();
      for (const word of ['retry.grant', 'retry.owner', 'retry.attempt_count', call.attributes['retry.stop_reason']]) {
        assert.ok(details.includes(word), word);
      }
      await screenshot(page, `aspire-${name}-call`);
      // The dashboard's pages may log anything, but must not contact other
      // hosts.
      assert.deepEqual(
        problems.filter((problem) => problem.startsWith('asked for')),
        [],
      );
    });
  }

  test('the demo sends its traces there if OTEL_* is set', async () => {
    const args = ['--modes=baton', '--scenario=flaky', '--lasts=300ms'];
    const code = await run('examples/stack/demo', args, { OTEL_EXPORTER_OTLP_ENDPOINT: aspire.http });
    // Only an idle machine can check the demo's promises.
    assert.ok(code === 0 || code === 1, `exit code ${code}`);
    const known = new Set(trees.map((call) => call.traceId));
    const demo = (await treesIn(aspire)).filter((call) => !known.has(call.traceId));
    assert.ok(demo.length > 50, `${demo.length} requests`);
    for (const call of demo) checkCall(call, 0);
    assert.ok(demo.some((call) => call.attributes['retry.stop_reason'] === 'succeeded' && call.children.length > 1));
  });
});
