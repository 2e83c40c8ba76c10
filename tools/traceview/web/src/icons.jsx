// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Lines of width 1.5 on a grid of 16 by 16.
const PATHS = {
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10Zm3.6-1.4L14 14',
  close: 'm4 4 8 8m0-8-8 8',
  back: 'M10 3 5 8l5 5',
  down: 'M8 3v7m-3-3 3 3 3-3M3 13h10',
  up: 'M8 10V3M5 6l3-3 3 3M3 13h10',
  trash: 'M3 4.5h10M6.5 4V2.5h3V4M4.5 4.5l.6 8.5h5.8l.6-8.5',
  sun: 'M8 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8 1.5v1.3m0 10.4v1.3M1.5 8h1.3m10.4 0h1.3M3.4 3.4l.9.9m7.4 7.4.9.9m0-9.2-.9.9m-7.4 7.4-.9.9',
  moon: 'M13 9.6A5.6 5.6 0 0 1 6.4 3a5.3 5.3 0 1 0 6.6 6.6Z',
  help: 'M6 6.2a2 2 0 1 1 2.8 1.9c-.5.2-.8.6-.8 1.2v.2m0 2.2v.1M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Z',
  pause: 'M5.5 3.5v9m5-9v9',
  play: 'm5 3 8 5-8 5Z',
  check: 'm3.5 8.5 3 3 6-7',
  cross: 'm4.5 4.5 7 7m0-7-7 7',
  retry: 'M12.6 6A5 5 0 1 0 13 9m0-6v3.2H9.8',
  copy: 'M6 6h7v7H6Zm-3 4V3h7',
};

export function Icon({ name }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
