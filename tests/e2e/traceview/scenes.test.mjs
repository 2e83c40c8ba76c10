// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Checks the display of requests that are easy to get wrong, and that the page
// can be read in light and dark, and on narrow screens.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { screenshot, startBrowser, startView } from './browser.mjs';
import { faintTexts } from './contrast.mjs';

const SCENES = ['ConnectionWait', 'Reconnected', 'OwnLimits', 'InheritedDeadline', 'HealthyFanOut', 'FailedFanOut', 'NoGrantBelow', 'StalledClient'];
const NARROW = { width: 420, height: 844 };

let browser;
let view;
before(async () => {
  browser = await startBrowser();
  view = await startView(3, 0, 'scenes');
});
afterEach(() => browser.closePages());
after(async () => {
  await browser.stop();
  await view.stop();
});

/** Opens the scene with this method. */
async function scene(name, options) {
  const { page, problems } = await browser.open(`${view.url}#q=${name}`, options);
  await page.locator('.row').first().click();
  await page.locator('.line').first().waitFor();
  return { page, problems };
}

const verdictOf = (page) => page.locator('.verdict').innerText();

describe('one request', () => {
  test('a wait for a connection is drawn until the call ends', async () => {
    const { page } = await scene('ConnectionWait');
    assert.match(await verdictOf(page), /1 attempt found no connection, waited 595 ms \(connection\)/);
    const wait = page.locator('.wait');
    assert.match(await wait.getAttribute('title'), /^connection 595 ms, planned 15\.0 ms$/);
    const right = (element) => element.evaluate((shown) => shown.getBoundingClientRect().right);
    const call = await right(page.locator('.bar-call'));
    assert.ok(Math.abs((await right(wait)) - call) < 2, 'the wait ends where the call ends');
  });

  test('the duration is that of the request, and later work is marked', async () => {
    const { page } = await scene('OwnLimits');
    assert.match(await page.locator('.trace-duration').innerText(), /^606 ms\s+\+ 248 ms of work$/);
    assert.match(await page.locator('.row-time').first().innerText(), /^606 ms/);
    await page.locator('.answered').waitFor();
    const [label, ...ticks] = await page
      .locator('.answered, .tick')
      .evaluateAll((parts) =>
        parts
          .sort((a, b) => b.classList.contains('answered') - a.classList.contains('answered'))
          .map((part) => part.getBoundingClientRect()),
      );
    for (const tick of ticks) assert.ok(tick.right < label.left || tick.left > label.right, 'no tick is below the label');
    const x = (selector, side) => page.locator(selector).evaluate((shown, edge) => shown.getBoundingClientRect()[edge], side);
    const root = await page.locator('.bar-server').first().evaluate((bar) => bar.getBoundingClientRect().right);
    assert.ok(Math.abs((await x('.after-answer', 'left')) - root) < 2, 'later work starts where the request ends');

    const search = page.getByLabel('Search requests');
    const finds = async (query) => {
      await search.fill(`OwnLimits ${query}`);
      await page.waitForFunction((text) => decodeURIComponent(location.hash.replaceAll('+', ' ')).includes(text), query);
      return page.locator('.row').count();
    };
    assert.equal(await finds('>600ms'), 1);
    assert.equal(await finds('>700ms'), 0);
  });

  test('a request without later work has no mark', async () => {
    const { page } = await scene('HealthyFanOut');
    assert.equal(await page.locator('.answered').count(), 0);
    assert.equal(await page.locator('.trace-duration').innerText(), '14.0 ms');
  });

  test('an own limit is named where the code is, with what the server did later', async () => {
    const { page } = await scene('OwnLimits');
    const text = await verdictOf(page);
    assert.match(text, /^Failed with DEADLINE_EXCEEDED, own limit: policy default deadline/);
    assert.match(text, /2 × DEADLINE_EXCEEDED, own limit: per-attempt timeout/);
    assert.match(text, /at the server: OK 251 ms later; CANCELLED 7\.00 ms later; OK 253 ms later/);
    const chips = await page.locator('.line-attempt .chip-limit').allInnerTexts();
    assert.deepEqual(chips, [
      'own limit: per-attempt timeout',
      'own limit: per-attempt timeout',
      'own limit: policy default deadline',
    ]);
    assert.deepEqual(await page.locator('.line-server .chip-later').allInnerTexts(), [
      'OK 251 ms later',
      'CANCELLED 7.00 ms later',
      'OK 253 ms later',
    ]);
    await page.locator('.line-attempt').first().click();
    assert.match(
      await page.locator('.details').innerText(),
      /The client ended this attempt itself \(per-attempt timeout\)\. At the server: OK 251 ms later\./,
    );
    // The list beside the request is narrow.
    const [code, line] = await page
      .locator('.row em, .row small:has(em)')
      .evaluateAll((parts) => parts.sort((a) => (a.tagName === 'EM' ? -1 : 1)).map((part) => part.getBoundingClientRect().right));
    assert.ok(code <= line + 1, `the code ends at ${code}, its line at ${line}`);
    const inherited = await scene('InheritedDeadline');
    const advice = await verdictOf(inherited.page);
    assert.match(advice, /own limit: inherited deadline/);
    // The deadline is the caller's.
    assert.match(advice, /What to do: Look for the slow part of the call\. .*the caller must give more time/);
    assert.doesNotMatch(advice, /set a longer deadline/);
    assert.match(await inherited.page.locator('.row em').innerText(), /own limit/);
  });

  test('calls of one kind are grouped, with the failure first and the owner once', async () => {
    const { page } = await scene('FailedFanOut');
    const told = await page.locator('.verdict-call').allInnerTexts();
    assert.equal(told.length, 4, told.join('\n'));
    assert.match(told[0], /^What to do: Look at the target, since all 3 attempts of this call failed\./);
    assert.match(told[1], /^gateway › Stock\/Get: 3 attempts failed \(3 × UNAVAILABLE\)/);
    assert.match(told[2], /^gateway › Stock\/Get \(2 calls\): 2 attempts failed .* then each call succeeded\.$/);
    assert.equal(told[3], 'gateway owned the retries: 4 extra attempts made by 5 calls, each with up to 2.');
    assert.match(await page.locator('.load').innerText(), /stock 5 \+ 4/);
  });

  test('attempts that found no connection do not count', async () => {
    const { page } = await scene('Reconnected');
    const text = await verdictOf(page);
    assert.match(text, /1 attempt failed \(UNAVAILABLE\), 2 attempts found no connection/);
    assert.match(text, /1 of 2 extra attempts made/);
    assert.match(await page.locator('.load').innerText(), /stock 1 \+ 1/);
    assert.equal(await page.locator('.chip-unsent').count(), 2);
    assert.match(await page.locator('.trace-title').innerText(), /2 attempts/);
  });

  test('a healthy fan-out has calm figures', async () => {
    const { page } = await scene('HealthyFanOut');
    assert.match(await page.locator('.load').innerText(), /stock 3×/);
    assert.equal(await page.locator('.amplified, .times').count(), 0);
    const retried = await scene('FailedFanOut');
    assert.equal(await retried.page.locator('.amplified').innerText(), 'stock 5 + 4');
  });

  test('the headline names an idempotent call that had no grant', async () => {
    const { page } = await scene('NoGrantBelow');
    assert.match(
      await page.locator('.verdict-headline').innerText(),
      /not idempotent.*Stock\/Reserve below is idempotent, but orders had no grant to retry it/s,
    );
  });
});

describe('a client that stalled', () => {
  test('is named before its server, and before the general advice', async () => {
    const { page } = await scene('StalledClient');
    const told = await page.locator('.verdict-call').allInnerTexts();
    assert.match(told[0], /^gateway stalled for 412 ms/);
    assert.match(told[1], /^What to do: Look for the slow part/);
    assert.match(await verdictOf(page), /gateway stalled for 412 ms of its call Stock\/Get: it ran nothing in that time\. Look at gateway/);
    assert.match(await page.locator('.line-call .chip-limit').innerText(), /^stalled 412 ms$/);
    await page.locator('.line-call').first().click();
    assert.match(await page.locator('.details').innerText(), /client stalled\s+412 ms/);
  });

  test('is not named without a stall', async () => {
    const { page } = await scene('OwnLimits');
    assert.doesNotMatch(await page.locator('.trace').innerText(), /stalled/);
  });
});

test('the search counts the attempts of one call', async () => {
  const { page } = await browser.open(`${view.url}#q=${encodeURIComponent('scene attempts>2')}`);
  await page.locator('.row').first().waitFor();
  const found = await page.locator('.row-name b').allInnerTexts();
  assert.deepEqual(found, ['Gateway/FailedFanOut', 'Gateway/OwnLimits']);
});

/** Returns the chips that are cut, as texts. */
const cutChips = (page) =>
  page.locator('.chip').evaluateAll((chips) =>
    chips
      .filter((chip) => {
        const [own, all] = [chip, chip.parentElement].map((part) => part.getBoundingClientRect());
        return chip.checkVisibility() && (chip.scrollWidth > chip.clientWidth || own.right > all.right + 1);
      })
      .map((chip) => chip.textContent),
  );

/** Checks that the failed call of FailedFanOut is in sight, with its attempts. */
async function failureIsInSight(page) {
  // The failed call started last. Its lines are the last ones.
  const inSight = () => {
    const list = document.querySelector('.lines').getBoundingClientRect();
    const [failed] = [...document.querySelectorAll('.line-call')].filter((line) => line.textContent.includes('grant exhausted'));
    const attempt = [...document.querySelectorAll('.line-attempt')].at(-1);
    return [failed, attempt].every((line) => {
      const box = line?.getBoundingClientRect();
      return box && box.top >= list.top && box.bottom <= Math.min(list.bottom + 1, innerHeight);
    });
  };
  await page.waitForFunction(inSight);
  const starts = await page.locator('.bar-call').evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().left));
  assert.deepEqual(starts, [...starts].sort((a, b) => a - b), 'the calls are in the order of their start');
}

/** Returns the services whose calls are not visible above the time axis, as texts. */
const hiddenLoads = (page) =>
  page.locator('.load li').evaluateAll((chips) =>
    chips
      .filter((chip) => {
        const box = chip.getBoundingClientRect();
        return !chip.contains(document.elementFromPoint(box.left + box.width / 2, box.bottom - 2));
      })
      .map((chip) => chip.textContent),
  );

test('no number in a chip is cut at any width', async () => {
  for (const name of ['StalledClient', 'OwnLimits']) {
    const { page } = await scene(name);
    for (const width of [360, 420, 761, 900, 1200]) {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      const cut = await cutChips(page);
      assert.deepEqual(cut.filter((text) => /\d/.test(text)), [], `${name} at ${width} pixels`);
    }
  }
});

for (const colorScheme of ['light', 'dark']) {
  test(`every text can be read, ${colorScheme}`, async () => {
    const { page, problems } = await browser.open(view.url, { colorScheme });
    await page.locator('.row').first().waitFor();
    await page.locator('.row').first().hover();
    assert.deepEqual(await faintTexts(page), [], 'the list');
    await page.keyboard.press('?');
    await page.locator('.help').waitFor();
    assert.deepEqual(await faintTexts(page), [], 'the help');
    await page.keyboard.press('Escape');
    for (const name of SCENES) {
      const opened = await scene(name, { colorScheme });
      if (name === 'StalledClient') assert.deepEqual(await cutChips(opened.page), []);
      if (name === 'FailedFanOut') await failureIsInSight(opened.page);
      assert.deepEqual(await faintTexts(opened.page), [], name);
      await screenshot(opened.page, `scene-${name}-${colorScheme}`);
      await opened.page.locator('.line-call').first().click();
      await opened.page.locator('.details').waitFor();
      await opened.page.waitForFunction(() => document.getAnimations().length === 0);
      assert.deepEqual(await faintTexts(opened.page), [], `a span of ${name}`);
      problems.push(...opened.problems);
      await opened.page.close();
    }
    assert.deepEqual(problems, []);
  });

  test(`a screen of 420 pixels shows all filters and the help, ${colorScheme}`, async () => {
    const { page } = await browser.open(view.url, { ...NARROW, colorScheme });
    await page.locator('.row').first().waitFor();
    for (const part of ['.filter', '.tools > *']) {
      for (const box of await page.locator(part).evaluateAll((parts) => parts.map((one) => one.getBoundingClientRect()))) {
        assert.ok(box.width > 0 && box.left >= 0 && box.right <= NARROW.width, `${part} from ${box.left} to ${box.right}`);
      }
    }
    assert.match(await page.locator('.row', { hasText: 'OwnLimits' }).locator('em').innerText(), /own limit/);
    await screenshot(page, `narrow-list-${colorScheme}`);
    await page.getByLabel('Keys').click();
    await page.locator('.help').waitFor();
    await page.keyboard.press('Escape');
    for (const name of SCENES) {
      const opened = await scene(name, { ...NARROW, colorScheme });
      if (name === 'StalledClient') assert.deepEqual(await cutChips(opened.page), []);
      if (name === 'FailedFanOut') await failureIsInSight(opened.page);
      assert.deepEqual(await hiddenLoads(opened.page), [], name);
      const wide = await opened.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${name} is ${wide} pixels too wide`);
      // Chips end before the duration at the right.
      for (const [chip, took] of await opened.page.locator('.line').evaluateAll((lines) =>
        lines.map((line) => [line.querySelector('.chips'), line.querySelector('.took')].map((part) => part?.getBoundingClientRect())),
      )) {
        assert.ok(!chip || chip.right <= took.left, `${name}: ${chip?.right} and ${took?.left}`);
      }
      assert.deepEqual(await faintTexts(opened.page), [], name);
      await screenshot(opened.page, `narrow-${name}-${colorScheme}`);
      await opened.page.close();
    }
  });
}
