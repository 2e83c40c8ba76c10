// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lines, link, place, waitsOf } from '../src/tree.js';

const call = (change) => ({ id: 'call', parent: -1, role: 'call', start: 0, dur: 100, ...change });
const attempt = (id, start, dur, change) => ({ id, parent: 0, role: 'attempt', start, dur, ...change });

function callWith(...spans) {
  return link(spans).roots[0];
}

test('a wait fills the gap between attempts and has the cause of its event', () => {
  const node = callWith(
    call({ waits: [{ at: 11, dur: 20, cause: 'backoff' }] }),
    attempt('b', 30, 10),
    attempt('a', 1, 10),
  );
  const [wait, ...others] = waitsOf(node);
  assert.equal(others.length, 0);
  assert.deepEqual(
    [wait.from, wait.to, wait.cause, wait.planned, wait.before.id],
    [11, 30, 'backoff', 20, 'b'],
  );
});

test('a gap that nothing explains is a wait all the same', () => {
  const [wait] = waitsOf(callWith(call(), attempt('a', 0, 10), attempt('b', 30, 10)));
  assert.deepEqual([wait.from, wait.to, wait.cause], [10, 30, '']);
});

test('attempts that overlap waited for nothing', () => {
  assert.deepEqual(waitsOf(callWith(call(), attempt('a', 0, 50), attempt('b', 20, 10))), []);
});

test('a wait that nothing came after ends with the call', () => {
  const node = callWith(call({ waits: [{ at: 60, dur: 500, cause: 'pushback' }] }), attempt('a', 0, 60));
  const [wait] = waitsOf(node);
  assert.deepEqual([wait.from, wait.to, wait.planned, wait.before], [60, 100, 500, undefined]);
  assert.deepEqual(
    lines([node]).map(({ kind }) => kind),
    ['span', 'span', 'wait'],
  );
});

test('a wait for a connection is as long as it was, not as planned', () => {
  const node = callWith(call({ dur: 596, waits: [{ at: 2, dur: 15, cause: 'connection' }] }), attempt('a', 1, 1));
  const [wait, ...others] = waitsOf(node);
  assert.deepEqual([wait.from, wait.to, wait.planned, others.length], [2, 596, 15, 0]);
});

test('two waits at the end of a call follow each other', () => {
  const waits = [
    { at: 10, dur: 500, cause: 'backoff' },
    { at: 40, dur: 1, cause: 'connection' },
  ];
  assert.deepEqual(
    waitsOf(callWith(call({ waits }), attempt('a', 0, 10))).map(({ from, to }) => [from, to]),
    [
      [10, 40],
      [40, 100],
    ],
  );
});

test('a call does not wait while an attempt runs', () => {
  const node = callWith(
    call({ waits: [{ at: 30, dur: 20, cause: 'backoff' }] }),
    attempt('a', 0, 30),
    attempt('hedge', 20, 80),
  );
  assert.deepEqual(waitsOf(node), []);
});

test('lines are in order of time, and folded ones are left out', () => {
  const { roots } = link([
    { id: 'root', parent: -1, role: 'server', start: 0, dur: 9 },
    { id: 'late', parent: 0, role: 'other', start: 5, dur: 1 },
    { id: 'early', parent: 0, role: 'other', start: 1, dur: 1 },
    { id: 'inner', parent: 2, role: 'other', start: 1, dur: 1 },
  ]);
  const keys = (folded) => lines(roots, new Set(folded)).map(({ key }) => key);
  assert.deepEqual(keys([]), ['root', 'early', 'inner', 'late']);
  assert.deepEqual(keys(['early']), ['root', 'early', 'late']);
  assert.deepEqual(keys(['root']), ['root']);
});

test('deep traces do not end the page', () => {
  const spans = Array.from({ length: 5000 }, (_, i) => ({ id: `${i}`, parent: i - 1, role: 'other', start: i, dur: 1 }));
  assert.equal(lines(link(spans).roots).length, 5000);
});

test('bars stay inside', () => {
  assert.deepEqual(place(25, 50, 100), { left: 25, width: 25 });
  assert.deepEqual(place(-50, 150, 100), { left: 0, width: 100 });
  assert.deepEqual(place(0, 0, 0), { left: 0, width: 100 });
});
