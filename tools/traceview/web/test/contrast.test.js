// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Computes the contrasts of the colors in app.css, as WCAG 2 defines them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const CSS = readFileSync(new URL('../src/app.css', import.meta.url), 'utf8');
const TEXT = 4.5;
const GRAPHICS = 3;

/** Returns the colors of the block with this selector, by name. */
function colorsOf(selector) {
  const from = CSS.indexOf(`${selector} {`);
  assert.ok(from >= 0, selector);
  const block = CSS.slice(from, CSS.indexOf('}', from));
  return Object.fromEntries([...block.matchAll(/--([\w-]+):\s*#([0-9a-f]{6})/g)].map(([, name, hex]) => [name, hex]));
}

const LIGHT = colorsOf(':root');
const DARK = colorsOf(":root[data-theme='dark']");

function channels(hex) {
  return [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16));
}

function luminance(rgb) {
  const [r, g, b] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** Returns `share` of a color over another one. */
function mixed(over, under, share) {
  return over.map((value, i) => value * share + under[i] * (1 - share));
}

const PAGE = ['paper', 'surface', 'sunken', 'hover', 'picked'];

// The colors of texts, and the colors below them.
const TEXTS = {
  ink: [...PAGE, 'good-soft', 'bad-soft'],
  'ink-2': [...PAGE, 'good-soft', 'bad-soft'],
  'ink-3': [...PAGE, 'bad-soft', 'good-soft'],
  'good-ink': ['good-soft', 'surface'],
  'bad-ink': ['bad-soft', 'surface', 'hover', 'picked'],
  'wait-ink': ['wait-soft', 'paper', 'surface', 'hover', 'picked'],
  'own-ink': ['own-soft', 'surface', 'sunken'],
  paper: ['ink'],
};

// The colors of bars and marks, and the colors below them.
const SHAPES = ['good', 'bad', 'wait', 'own', 'server', 'lost', 'other'];

for (const [theme, colors] of Object.entries({ light: LIGHT, dark: DARK })) {
  const at = (name) => {
    assert.ok(colors[name], `${theme}: no color ${name}`);
    return channels(colors[name]);
  };

  test(`texts have a contrast of at least 4.5, ${theme}`, () => {
    for (const [text, grounds] of Object.entries(TEXTS)) {
      for (const ground of grounds) {
        const ratio = contrast(at(text), at(ground));
        assert.ok(ratio >= TEXT, `${theme}: ${text} on ${ground} is ${ratio.toFixed(2)}`);
      }
    }
  });

  test(`texts of a selected line have a contrast of at least 4.5, ${theme}`, () => {
    const ground = mixed(at('own'), at('surface'), 0.11);
    for (const text of ['ink', 'ink-2', 'ink-3']) {
      const ratio = contrast(at(text), ground);
      assert.ok(ratio >= TEXT, `${theme}: ${text} is ${ratio.toFixed(2)}`);
    }
  });

  test(`bars and marks have a contrast of at least 3, ${theme}`, () => {
    const grounds = Object.fromEntries(['surface', 'hover', 'picked'].map((name) => [name, at(name)]));
    grounds.selected = mixed(at('own'), at('surface'), 0.11);
    for (const shape of SHAPES) {
      for (const [ground, color] of Object.entries(grounds)) {
        const ratio = contrast(at(shape), color);
        assert.ok(ratio >= GRAPHICS, `${theme}: ${shape} on ${ground} is ${ratio.toFixed(2)}`);
      }
    }
  });
}

test('the dark theme of the system has the same colors as the chosen one', () => {
  assert.deepEqual(colorsOf(":root:not([data-theme='light'])"), DARK);
});
