// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

/** The other one of light and dark. */
export function nextTheme(dark) {
  return dark ? 'light' : 'dark';
}

/** Shows a theme, and remembers it if the browser may. */
export function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // It lasts as long as the page, then.
  }
  return theme;
}
