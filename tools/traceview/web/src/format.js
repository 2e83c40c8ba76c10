// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// Formats values for users. Times are in microseconds, as in the server's JSON.

/** Returns "950 µs", "12.3 ms", "1.24 s" or "2 m 05 s". */
export function duration(us) {
  if (!Number.isFinite(us)) return '–';
  if (us < 0) return `−${duration(-us)}`;
  if (us < 999.5) return `${Math.round(us)} µs`;
  if (us < 999_500) return `${significant(us / 1e3)} ms`;
  if (us < 59_995_000) return `${significant(us / 1e6)} s`;
  const seconds = Math.round(us / 1e6);
  return `${Math.floor(seconds / 60)} m ${String(seconds % 60).padStart(2, '0')} s`;
}

function significant(value) {
  return value < 9.995 ? value.toFixed(2) : value < 99.95 ? value.toFixed(1) : value.toFixed(0);
}

/** Returns the local time of day, "14:31:05.123". */
export function timeOfDay(us) {
  const date = new Date(us / 1e3);
  if (Number.isNaN(date.getTime())) return '–';
  const two = (n) => String(n).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(
    date.getMilliseconds(),
  ).padStart(3, '0')}`;
}

/** Returns the local date and time, for tooltips. */
export function moment(us) {
  const date = new Date(us / 1e3);
  return Number.isNaN(date.getTime()) ? '–' : `${date.toLocaleDateString()} ${timeOfDay(us)}`;
}

export function count(n) {
  return Math.round(n).toLocaleString('en-US').replaceAll(',', ' ');
}

export function plural(n, one, many = `${one}s`) {
  return `${count(n)} ${n === 1 ? one : many}`;
}

export function bytes(n) {
  if (n < 1024) return `${n} B`;
  if (n < 1024 ** 2) return `${(n / 1024).toFixed(0)} KiB`;
  if (n < 1024 ** 3) return `${(n / 1024 ** 2).toFixed(n < 10 * 1024 ** 2 ? 1 : 0)} MiB`;
  return `${(n / 1024 ** 3).toFixed(1)} GiB`;
}

/** Returns "Store/Reserve" for "shop.v1.Store/Reserve". */
export function shortMethod(method) {
  const slash = method.indexOf('/');
  if (slash < 0) return method;
  return method.slice(method.lastIndexOf('.', slash) + 1);
}

/** Returns "not idempotent" for "not_idempotent". */
export function words(label) {
  return label.replaceAll('_', ' ');
}

/**
 * Returns the calls to a service: "3×", or "3 + 4" for three calls and four
 * further attempts.
 */
export function load([, calls, extra = 0]) {
  return extra > 0 ? `${count(calls - extra)} + ${count(extra)}` : `${count(calls)}×`;
}

/** Returns the same in words. */
export function loadInWords([name, calls, extra = 0]) {
  const further = extra > 0 ? ` and ${plural(extra, 'further attempt')}` : '';
  return `${name}: ${plural(calls - extra, 'call')}${further}`;
}

/** Returns round values that divide 0..length into about `most` parts. */
export function ticks(length, most) {
  if (!(length > 0) || most < 1) return [0];
  const raw = length / most;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw) ?? raw;
  const marks = [];
  for (let i = 0; i * step <= length * (1 + 1e-9); i++) marks.push(i * step);
  return marks;
}
