// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

/** Returns the theme to switch to. */
export function nextTheme(dark) {
  return dark ? 'light' : 'dark';
}

/** Applies a theme, and stores it if the browser allows this. */
export function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Without storage, the theme lasts until the page is closed.
  }
  return theme;
}
