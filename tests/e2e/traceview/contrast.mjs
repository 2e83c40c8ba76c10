// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Measures the contrast of the texts of a page, as WCAG 2 defines it.

/** Returns the visible texts with a contrast below `least`, as lines. */
export function faintTexts(page, least = 4.5) {
  return page.evaluate((limit) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    /** Returns a CSS color as red, green, blue and opacity. */
    const parse = (color) => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
      return [r, g, b, a / 255];
    };
    const over = (top, bottom) => [0, 1, 2].map((i) => top[i] * top[3] + bottom[i] * (1 - top[3]));
    const luminance = (rgb) => {
      const [r, g, b] = rgb.map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    /** Returns the color behind an element: all its backgrounds, from the page up. */
    const behind = (element) => {
      const path = [];
      for (let at = element; at; at = at.parentElement) path.unshift(at);
      return path.reduce((ground, at) => over(parse(getComputedStyle(at).backgroundColor), ground), [255, 255, 255]);
    };
    const faint = new Set();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode.textContent.trim();
      const element = texts.currentNode.parentElement;
      // Disabled controls need no contrast.
      if (text === '' || element.closest('[disabled], noscript, script')) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const ground = behind(element);
      let opacity = 1;
      for (let at = element; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
      const [r, g, b, a] = parse(getComputedStyle(element).color);
      const [low, high] = [luminance(over([r, g, b, a * opacity], ground)), luminance(ground)].sort((x, y) => x - y);
      const ratio = (high + 0.05) / (low + 0.05);
      if (ratio < limit) faint.add(`${ratio.toFixed(2)} ${element.className || element.tagName}: ${text.slice(0, 40)}`);
    }
    return [...faint];
  }, least);
}
