// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Saves a part of a page as an SVG. The SVG is text, adapts to light and dark,
// and shows what the browser shows.

const FONT = "13px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** Returns the element with `selector` as an SVG of this title. */
export async function pagePicture(page, selector, title) {
  const { html, css, width, height } = await page.locator(selector).evaluate((element) => {
    const shown = (query) => {
      try {
        return element.matches(query) || element.querySelector(query) !== null;
      } catch {
        return false;
      }
    };
    const isColor = (rule) => /prefers-color-scheme/.test(rule.conditionText ?? '');
    /** Returns the rules that apply to a part of the element. */
    const textOf = (rules) =>
      [...rules]
        .map((rule) => {
          if (rule.selectorText) {
            const queries = rule.selectorText.split(/,(?![^(]*\))/).map((one) => one.replace(/::?[\w-]+$/, ''));
            return /:root|^\*/.test(rule.selectorText) || queries.some(shown) ? rule.cssText : '';
          }
          const inner = rule.cssRules && (rule instanceof CSSContainerRule || isColor(rule)) ? textOf(rule.cssRules) : '';
          const kind = rule instanceof CSSContainerRule ? '@container' : '@media';
          return inner && `${kind} ${rule.conditionText} { ${inner} }`;
        })
        .filter(Boolean)
        .join('\n');
    const box = element.getBoundingClientRect();
    // The part below the last line is empty.
    const bottom = Math.max(...[...element.querySelectorAll('.line, .verdict')].map((line) => line.getBoundingClientRect().bottom));
    const copy = element.cloneNode(true);
    for (const part of copy.querySelectorAll('[title]')) part.removeAttribute('title');
    return {
      html: new XMLSerializer().serializeToString(copy),
      css: [...document.styleSheets].map((sheet) => textOf(sheet.cssRules)).join('\n'),
      width: Math.ceil(box.width),
      height: Math.ceil(bottom - box.top) + 12,
    };
  });
  const escaped = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escaped}</title>
<style><![CDATA[
${css}
.picture { width: ${width}px; height: ${height}px; overflow: hidden; display: flex; flex-direction: column; color: var(--ink);
  background: var(--surface); font: ${FONT}; }
]]></style>
<foreignObject width="${width}" height="${height}"><div xmlns="http://www.w3.org/1999/xhtml" class="picture">${html}</div></foreignObject>
</svg>
`;
}
