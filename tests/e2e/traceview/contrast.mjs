// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Measures the contrast of the texts of a page, as WCAG 2 defines it.

/** Returns the visible texts with a contrast below `least`, as lines. */
export function faintTexts(page, least = 4.5) {
  return page.evaluate((limit) => {
    const html = 'http://www.w3.org/1999/xhtml';
    const canvas = document.createElementNS(html, 'canvas');
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
    const texts = document.createTreeWalker(document.body ?? document.documentElement, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode.textContent.trim();
      const element = texts.currentNode.parentElement;
      // Disabled controls need no contrast.
      if (text === '' || element.closest('[disabled], noscript, script')) continue;
      // faintTextsOfPicture() looks at the texts of an SVG itself.
      if (element.namespaceURI !== html) continue;
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

/**
 * Returns the texts of an SVG with a contrast below `least`, as lines. A text is
 * compared with each shape that is behind one of its points.
 */
export function faintTextsOfPicture(page, least = 4.5) {
  return page.evaluate((limit) => {
    const parse = (color) => {
      const numbers = color.match(/[\d.]+/g)?.map(Number) ?? [];
      return numbers.length >= 3 && (numbers[3] ?? 1) > 0 ? numbers.slice(0, 3) : undefined;
    };
    const luminance = (rgb) => {
      const [r, g, b] = rgb.map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const isShape = (element) => ['rect', 'path', 'polygon', 'ellipse', 'circle'].includes(element.tagName);
    const faint = new Set();
    for (const text of document.querySelectorAll('text')) {
      text.scrollIntoView({ block: 'center', inline: 'center' });
      const box = text.getBoundingClientRect();
      const color = parse(getComputedStyle(text).fill);
      for (const part of [0.02, 0.25, 0.5, 0.75, 0.98]) {
        const [x, y] = [box.left + part * box.width, box.top + box.height / 2];
        const fills = document.elementsFromPoint(x, y).filter(isShape).map((shape) => parse(getComputedStyle(shape).fill));
        const ground = fills.find(Boolean);
        // A picture must not depend on the color of the page.
        if (!color || !ground) {
          faint.add(`no background: ${text.textContent}`);
          continue;
        }
        const [low, high] = [luminance(color), luminance(ground)].sort((a, b) => a - b);
        const ratio = (high + 0.05) / (low + 0.05);
        if (ratio < limit) faint.add(`${ratio.toFixed(2)}: ${text.textContent}`);
      }
    }
    return [...faint];
  }, least);
}
