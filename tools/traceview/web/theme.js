// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Before the first paint, so that nothing flashes.
try {
  const theme = localStorage.getItem('theme');
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // No storage: the system's theme it is.
}
