// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that the pictures of the documents can be read in light and dark.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { screenshot, startBrowser } from './browser.mjs';
import { faintTexts, faintTextsOfPicture } from './contrast.mjs';

const FOLDER = 'docs/images';
const MOST_BYTES = 60_000;

const files = (await readdir(FOLDER, { recursive: true })).sort();
const drawn = files.filter((file) => file.endsWith('.svg'));

let browser;
let server;
before(async () => {
  browser = await startBrowser();
  server = createServer(async (request, response) => {
    response.setHeader('Content-Type', 'image/svg+xml');
    response.end(drawn.includes(request.url.slice(1)) ? await readFile(join(FOLDER, request.url)) : '<svg/>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => browser.closePages());
after(async () => {
  await browser.stop();
  server.closeAllConnections();
  server.close();
});

test('there are pictures', () => assert.ok(drawn.length >= 7, drawn.join(' ')));

for (const colorScheme of ['light', 'dark']) {
  for (const file of drawn) {
    test(`${file} can be read, ${colorScheme}`, async () => {
      const { page, problems } = await browser.open(`http://127.0.0.1:${server.address().port}/${file}`, { colorScheme });
      assert.deepEqual(await faintTextsOfPicture(page), []);
      assert.deepEqual(await faintTexts(page), []);
      assert.deepEqual(problems, []);
      await screenshot(page, `${file.replaceAll('/', '-')}-${colorScheme}`);
    });
  }
}

test('the bars of the retried request are wide enough, and all have a legend', async () => {
  const { page } = await browser.open(`http://127.0.0.1:${server.address().port}/retried.svg`);
  const widths = await page.locator('rect').evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
  assert.ok(Math.min(...widths) >= 6, `${Math.min(...widths)}`);
  const kinds = await page.locator('rect').evaluateAll((bars) => bars.map((bar) => bar.getAttribute('class')));
  const legend = new Set(kinds.filter((kind) => kind !== 'paper'));
  const words = await page.locator('text').evaluateAll((texts) => texts.map((text) => text.textContent));
  for (const word of ['successful attempt', 'failed attempt', 'wait before a retry', 'request at a service', 'request that failed']) {
    assert.ok(words.includes(word), word);
  }
  assert.equal(legend.size, 5);
});

test('pictures are small', async () => {
  for (const file of drawn) {
    const { length } = await readFile(join(FOLDER, file));
    assert.ok(length < MOST_BYTES, `${file}: ${length} bytes`);
  }
});
