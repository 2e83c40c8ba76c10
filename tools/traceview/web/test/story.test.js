// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionOf, causes, groupCalls, owners, tellCall, tellCalls, tellFurther, tellLater, tellOwners, verdict } from '../src/story.js';
import { link } from '../src/tree.js';

const row = (badges, change) => ({ badges, code: '', retries: 0, strip: 'o', ...change });
const call = (change) => ({
  id: 'call',
  parent: -1,
  role: 'call',
  start: 0,
  dur: 100_000,
  method: 'shop.v1.Store/Reserve',
  children: [],
  ...change,
});
const attempt = (start, change) => ({ id: `at${start}`, parent: 0, role: 'attempt', start, dur: 5_000, ...change });
const failed = { failed: true, code: 'UNAVAILABLE' };

test('a call that a retry saved', () => {
  const { nodes } = link([call(), attempt(0, failed), attempt(20_000, failed), attempt(50_000, {})]);
  assert.equal(
    tellCall(nodes[0]).text,
    '2 attempts failed (2 × UNAVAILABLE), waited 40.0 ms, attempt 3 succeeded',
  );
  nodes[0].waits = [{ at: 6_000, dur: 14_000, cause: 'retry_info' }];
  assert.match(tellCall(nodes[0]).text, / waited .* \(retry info\), /);
});

test('a call that a hedge won', () => {
  const { nodes } = link([call(), attempt(0, { dur: 30_000, loser: true, failed: true }), attempt(20_000, { dur: 9_000 })]);
  assert.equal(tellCall(nodes[0]).text, 'attempt 2 succeeded first');
});

test('a call that was answered elsewhere', () => {
  const { nodes } = link([call(), attempt(0, failed), attempt(20_000, { fallback: 1 })]);
  assert.match(tellCall(nodes[0]).text, /, attempt 2 at fallback 1 succeeded$/);
});

test('an own limit is named beside the code, with what the server did later', () => {
  const limit = 'per-attempt timeout';
  const { nodes } = link([
    call({ failed: true }),
    attempt(0, { failed: true, code: 'DEADLINE_EXCEEDED', limit, dur: 200_000 }),
    { id: 'server', parent: 1, role: 'server', start: 1_000, dur: 450_000, code: 'OK' },
    attempt(300_000, { failed: true, code: 'DEADLINE_EXCEEDED', limit, dur: 200_000 }),
  ]);
  assert.equal(tellLater(nodes[1]), 'OK 251 ms later');
  assert.equal(tellLater(nodes[3]), 'no span of the server');
  assert.match(
    tellCall(nodes[0]).text,
    /^2 attempts failed \(2 × DEADLINE_EXCEEDED, own limit: per-attempt timeout\), at the server: OK 251 ms later; no span of the server/,
  );
  const told = verdict(row(['failed'], { code: 'DEADLINE_EXCEEDED', limit }), undefined);
  assert.equal(told.headline, 'Failed with DEADLINE_EXCEEDED, own limit: per-attempt timeout');
});

test('attempts that found no connection are told apart and use no grant', () => {
  const { nodes } = link([
    call({ grant: 2, dur: 90_000 }),
    attempt(0, failed),
    attempt(20_000, { ...failed, unsent: true }),
    attempt(40_000, { ...failed, unsent: true }),
    attempt(80_000, {}),
  ]);
  assert.equal(
    tellCall(nodes[0]).text,
    '1 attempt failed (UNAVAILABLE), 2 attempts found no connection, waited 65.0 ms, attempt 4 succeeded',
  );
  assert.deepEqual(tellOwners([nodes[0]], () => 'edge')[0].text, '1 of 2 extra attempts made');
  const headline = (strip, badges) => verdict(row(badges, { strip }), undefined).headline;
  assert.equal(headline('uo', ['saved']), 'Saved by a wait for a connection');
});

/** Returns calls of one method: `saved` of them succeed at last, and the last one fails. */
function fanOut(saved) {
  const spans = [{ id: 'root', parent: -1, role: 'server', start: 0, dur: 99_000, failed: true }];
  for (let i = 0; i <= saved; i++) {
    const fails = i === saved;
    const parent = spans.push(call({ id: `c${i}`, parent: 0, start: i, grant: 2, failed: fails, reason: fails ? 'grant_exhausted' : 'succeeded' })) - 1;
    spans.push(attempt(i, { ...failed, parent }), attempt(20_000 + i, { ...(fails ? failed : {}), parent }));
  }
  return link(spans).nodes;
}

test('calls of one kind are one line, and the failed call comes first', () => {
  const nodes = fanOut(4);
  const groups = groupCalls(
    nodes.filter((node) => node.role === 'call'),
    () => 'gateway',
  );
  assert.deepEqual(
    groups.map((calls) => calls.map(({ id }) => id)),
    [['c4'], ['c0', 'c1', 'c2', 'c3']],
  );
  assert.equal(tellCalls(groups[0]).text, '2 attempts failed (2 × UNAVAILABLE), waited 15.0 ms');
  assert.equal(
    tellCalls(groups[1]).text,
    '4 attempts failed (4 × UNAVAILABLE), waited up to 15.0 ms, then each call succeeded',
  );
});

test('the owner of many calls is told once', () => {
  assert.deepEqual(
    tellOwners(owners(fanOut(4)), () => 'gateway'),
    [{ service: 'gateway', text: '5 extra attempts made by 5 calls, each with up to 2' }],
  );
});

test('the call that decided a failure is the lowest one that no retry replaced', () => {
  const { nodes } = link([
    call({ id: 'top', failed: true }),
    attempt(0, failed),
    call({ id: 'low', parent: 1, failed: true }),
    call({ id: 'replaced', parent: 1, failed: true, superseded: true }),
  ]);
  assert.deepEqual(
    causes(nodes).map(({ id }) => id),
    ['low'],
  );
});

test('the verdict names an idempotent call below that had no grant', () => {
  const below = call({ id: 'below', failed: true, reason: 'no_grant' });
  const top = call({ failed: true, reason: 'not_idempotent', words: 'W.', action: 'A.' });
  const told = verdict(row(['failed']), top, below);
  assert.equal(told.blocked, below);
  assert.equal(told.reason.action, 'A.');
  assert.equal(verdict(row(['failed']), below, below).blocked, undefined);
});

test('the verdict gives the reason of the call that is told of', () => {
  const told = verdict(
    row(['failed', 'suppressed'], { code: 'UNAVAILABLE' }),
    call({ failed: true, reason: 'grant_exhausted', words: 'All made.' }),
  );
  assert.equal(told.tone, 'bad');
  assert.equal(told.headline, 'Failed with UNAVAILABLE');
  assert.equal(told.reason.word, 'grant exhausted');
  assert.equal(told.reason.text, 'All made.');
});

test('good ends are told apart', () => {
  const headline = (badges, change) => verdict(row(badges, change), undefined).headline;
  assert.equal(headline([]), 'OK after the first attempt');
  assert.equal(headline(['saved', 'retried'], { retries: 2, strip: 'ffo' }), 'Saved by a retry');
  assert.equal(headline(['hedged', 'retried'], { retries: 1, strip: 'lo' }), 'OK, from the faster attempt');
  assert.equal(headline(['failed']), 'Failed');
});

test('the advice is about the call, and about whose deadline it was', () => {
  const action = 'Look at the target, since all attempts failed.';
  const { nodes } = link([call({ action }), attempt(0, failed), attempt(20_000, failed)]);
  assert.equal(actionOf(nodes[0]), 'Look at the target, since all 2 attempts of this call failed.');
  const slow = { action: 'If so, set a longer deadline or a shorter wait.' };
  assert.equal(actionOf(call(slow)), slow.action);
  assert.match(actionOf(call({ ...slow, attrs: [['deadline.source', 'inherited']] })), /^If so, the caller must give more time/);
});

test('hedges are told from retries', () => {
  const told = (badges, retries, strip) => tellFurther(row(badges, { retries, strip }));
  assert.equal(told(['retried'], 1, 'fo'), '1 retry');
  assert.equal(told(['retried'], 2, 'ffo'), '2 retries');
  assert.equal(told(['hedged', 'retried'], 1, 'lo'), '1 hedge');
  assert.equal(told(['hedged', 'retried'], 2, 'llo'), '2 hedges');
  assert.equal(told(['hedged', 'retried'], 2, 'flo'), '2 extra');
  assert.equal(told(['hedged', 'retried'], 3, 'lo'), '3 extra');
});

test('the owner is the outermost call that may be attempted again', () => {
  const { nodes } = link([
    call({ grant: 2 }),
    attempt(0, failed),
    attempt(20_000, {}),
    call({ id: 'below', parent: 2, grant: 1 }),
    call({ id: 'bare', parent: 2, grant: 0 }),
  ]);
  assert.deepEqual(owners(nodes), [nodes[0]]);
  assert.deepEqual(tellOwners([nodes[0]], () => 'edge'), [{ service: 'edge', text: '1 of 2 extra attempts made' }]);
});
