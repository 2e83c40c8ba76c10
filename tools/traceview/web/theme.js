// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Sets the theme before the first paint, so that the page does not flash.
try {
  const theme = localStorage.getItem('theme');
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Without storage, the page uses the theme of the system.
}
