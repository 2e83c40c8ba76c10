// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytes, count, duration, load, loadInWords, plural, shortMethod, ticks, words } from '../src/format.js';

test('durations have the unit that suits them', () => {
  const rows = [
    [0, '0 µs'],
    [0.4, '0 µs'],
    [999.4, '999 µs'],
    [999.6, '1.00 ms'],
    [1_234, '1.23 ms'],
    [9_994, '9.99 ms'],
    [9_996, '10.0 ms'],
    [99_940, '99.9 ms'],
    [999_400, '999 ms'],
    [999_600, '1.00 s'],
    [59_990_000, '60.0 s'],
    [125_000_000, '2 m 05 s'],
    [-1_500, '−1.50 ms'],
    [NaN, '–'],
  ];
  for (const [us, expected] of rows) assert.equal(duration(us), expected);
});

test('sizes and counts', () => {
  assert.equal(bytes(1023), '1023 B');
  assert.equal(bytes(1536), '2 KiB');
  assert.equal(bytes(5 * 1024 ** 2), '5.0 MiB');
  assert.equal(count(1234567), '1 234 567');
  assert.equal(plural(1, 'span'), '1 span');
  assert.equal(plural(0, 'span'), '0 spans');
});

test('methods lose their package', () => {
  assert.equal(shortMethod('shop.v1.Store/Reserve'), 'Store/Reserve');
  assert.equal(shortMethod('Store/Reserve'), 'Store/Reserve');
  assert.equal(shortMethod('SELECT a.b'), 'SELECT a.b');
  assert.equal(words('not_idempotent'), 'not idempotent');
});

test('retries are told from calls that the services planned', () => {
  assert.equal(load(['stock', 3, 0]), '3×');
  assert.equal(load(['stock', 7, 4]), '3 + 4');
  assert.equal(load(['stock', 0, 0]), '0×');
  assert.equal(loadInWords(['stock', 7, 4]), 'stock: 3 calls and 4 further attempts');
  assert.equal(loadInWords(['stock', 1, 0]), 'stock: 1 call');
});

test('ticks are round and inside', () => {
  assert.deepEqual(ticks(78_600, 6), [0, 20_000, 40_000, 60_000]);
  assert.deepEqual(ticks(100, 5), [0, 20, 40, 60, 80, 100]);
  assert.deepEqual(ticks(0, 5), [0]);
  assert.deepEqual(ticks(NaN, 5), [0]);
  assert.ok(ticks(0.003, 6).length <= 8);
});
