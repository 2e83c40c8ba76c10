// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Draws the lines of one panel as an SVG that can be read in light and dark.

const WIDTH = 760;
const LEFT = 64;
const RIGHT = 24;
const TOP = 64;
const PLOT = 150;
const ROW = 20;

const STYLE = `
svg { --paper: #ffffff; --ink: #1d1e20; --dim: #5f6168; --line: #e6e6e1;
  --c0: #1f5fa8; --c1: #b3261e; --c2: #1b7f5c; --c3: #8a5a00; --c4: #6b3fa0;
  font: 13px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
@media (prefers-color-scheme: dark) {
  svg { --paper: #17181b; --ink: #e9eaec; --dim: #a0a3ab; --line: #2c2e33;
    --c0: #6cb0f5; --c1: #f28b82; --c2: #5fd0a6; --c3: #e0b04a; --c4: #c39bf0; }
}
.paper { fill: var(--paper); stroke: var(--line); } .line { stroke: var(--line); }
text { fill: var(--ink); } .dim { fill: var(--dim); font-size: 12px; }
.title { font-weight: 650; font-size: 16px; }
.end { text-anchor: end; } .middle { text-anchor: middle; }
.s { fill: none; stroke-width: 2; stroke-linejoin: round; }
${[0, 1, 2, 3, 4].map((i) => `.s${i} { stroke: var(--c${i}); } .f${i} { fill: var(--c${i}); }`).join('\n')}
`;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const rounded = (value) => String(Math.round(value * 10) / 10);

/** Returns a round number that is at least `value`. */
function nice(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].map((factor) => factor * power).find((round) => round >= value * 0.999);
}

function labelOf(value, unit) {
  if (unit === 'percentunit') return `${rounded(value * 100)} %`;
  if (unit === 's') return `${Math.round(value * 1000)} ms`;
  return `${rounded(value)}/s`;
}

/**
 * Returns the SVG. `lines` has a name and points ([minute, value]) for each
 * line; `minutes` is the length of the axis.
 */
export function chart({ title, subtitle, unit, lines, minutes }) {
  const height = TOP + PLOT + 36 + lines.length * ROW + 12;
  const top = nice(Math.max(...lines.flatMap(({ points }) => points.map(([, value]) => value))));
  const x = (minute) => rounded(LEFT + (minute / minutes) * (WIDTH - LEFT - RIGHT));
  const y = (value) => rounded(TOP + PLOT - (value / top) * PLOT);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="paper" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="10"/>`,
    `<text class="title" x="20" y="28">${escaped(title)}</text>`,
    `<text class="dim" x="20" y="47">${escaped(subtitle)}</text>`,
  ];
  for (const part of [0, 0.5, 1]) {
    const at = y(top * part);
    parts.push(`<line class="line" x1="${LEFT}" y1="${at}" x2="${WIDTH - RIGHT}" y2="${at}"/>`);
    parts.push(`<text class="dim end" x="${LEFT - 8}" y="${Number(at) + 4}">${labelOf(top * part, unit)}</text>`);
  }
  for (let minute = 0; minute <= minutes; minute += 15) {
    const time = `${9 + Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
    parts.push(`<text class="dim middle" x="${x(minute)}" y="${TOP + PLOT + 18}">${time}</text>`);
  }
  lines.forEach(({ name, points }, i) => {
    const path = points.map(([minute, value], n) => `${n === 0 ? 'M' : 'L'}${x(minute)} ${y(value)}`).join('');
    const row = TOP + PLOT + 36 + i * ROW;
    parts.push(`<path class="s s${i % 5}" d="${path}"/>`);
    parts.push(`<rect class="f${i % 5}" x="${LEFT}" y="${row}" width="14" height="10" rx="2"/>`);
    parts.push(`<text class="dim" x="${LEFT + 22}" y="${row + 9}">${escaped(name)}</text>`);
  });
  return `${parts.join('\n')}\n</svg>\n`;
}
