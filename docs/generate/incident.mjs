// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// The incident in the pictures of docs/operating.md, as metrics of one hour.
// It is invented, so that each run of the generator draws the same pictures.
//
// Two processes of cart and one of web call the store. From minute 15 to 25,
// one of the three servers of the store fails. From minute 38 to 48, one process
// of cart gets too little processor time.

export const START = Date.UTC(2026, 0, 12, 9, 0) / 1000;
export const MINUTES = 60;
const STEP_S = 15;

// `share`: of its calls that reach the bad server. Shares and ratios differ a
// little, so that no line of a picture hides another one.
const CLIENTS = [
  { job: 'cart', instance: 'cart-1', rate: 40, share: 0.6 },
  { job: 'cart', instance: 'cart-2', rate: 36, share: 0.52 },
  { job: 'web', instance: 'web-1', rate: 25, share: 0.68 },
];
const METHODS = { 'shop.v1.Store/Get': 0.62, 'shop.v1.Store/Reserve': 0.38 };
const SERVERS = { '10.0.4.11:443': 0.14, '10.0.4.12:443': 0.11, '10.0.4.13:443': 0.08 };
const BAD_SERVER = '10.0.4.12:443';
const STARVED = 'cart-2';

const between = (minute, from, to) => minute >= from && minute < to;

/** Returns the part of the attempts that a server fails. */
function failing(server, share, minute) {
  return server === BAD_SERVER && between(minute, 15, 25) ? share : 0.001;
}

class Series {
  values = new Map();
  lines = [];
  add(name, labels, by) {
    const key = `${name}{${Object.entries(labels)
      .map(([label, value]) => `${label}="${value}"`)
      .join(',')}}`;
    this.values.set(key, (this.values.get(key) ?? 0) + by);
  }
  gauge(name, labels, value) {
    this.add(name, labels, 0);
    const key = [...this.values.keys()].find((one) => one.startsWith(`${name}{`) && one.includes(labels.instance));
    this.values.set(key, value);
  }
  sample(at) {
    for (const [key, value] of this.values) this.lines.push([key, value, at]);
  }
  text() {
    const byName = new Map();
    for (const [key, value, at] of this.lines) {
      const name = key.slice(0, key.indexOf('{'));
      byName.set(name, [...(byName.get(name) ?? []), `${key} ${value} ${at}`]);
    }
    const blocks = [...byName].map(([name, lines]) => {
      const counts = name.endsWith('_total');
      // The lines of one series must be together.
      const sorted = lines.map((line, i) => [line.slice(0, line.indexOf('}')), i, line]).sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1]));
      return `# TYPE ${counts ? name.slice(0, -'_total'.length) : name} ${counts ? 'counter' : 'gauge'}\n${sorted.map(([, , line]) => line).join('\n')}\n`;
    });
    return `${blocks.join('')}# EOF\n`;
  }
}

/** Returns all samples as OpenMetrics. */
export function incident() {
  const series = new Series();
  for (let at = 0; at <= MINUTES * 60; at += STEP_S) {
    const minute = at / 60;
    for (const { job, instance, rate, share } of CLIENTS) {
      const starved = instance === STARVED && between(minute, 38, 48);
      series.gauge('retry_process_stall_seconds', { job, instance }, starved ? 0.412 : 0.021);
      for (const [method, part] of Object.entries(METHODS)) {
        const calls = rate * part * STEP_S;
        const labels = { job, instance, grpc_target: 'dns:///store:443', grpc_method: method };
        let failed = 0;
        for (const [server, late] of Object.entries(SERVERS)) {
          const attempts = calls / Object.keys(SERVERS).length;
          const own = starved ? attempts * late : 0;
          const bad = attempts * failing(server, share, minute);
          const count = (status, origin, by) => {
            series.add('grpc_client_attempt_duration_seconds_count', { ...labels, grpc_status: status, retry_failure_origin: origin }, by);
            series.add('retry_failed_attempts_total', { job, instance, grpc_target: labels.grpc_target, retry_peer: server, grpc_status: status }, by);
          };
          count('UNAVAILABLE', 'server', bad);
          count('DEADLINE_EXCEEDED', 'own_limit', own);
          // Reserve is not idempotent, so its failures are not retried.
          const lost = method.endsWith('Reserve') ? 1 : 0.05;
          failed += bad * lost;
          series.add('grpc_client_call_duration_seconds_count', { ...labels, grpc_status: 'UNAVAILABLE' }, bad * lost);
          series.add('grpc_client_call_duration_seconds_count', { ...labels, grpc_status: 'DEADLINE_EXCEEDED' }, own);
          failed += own;
        }
        series.add('grpc_client_call_duration_seconds_count', { ...labels, grpc_status: 'OK' }, calls - failed);
      }
    }
    series.sample(START + at);
  }
  return series.text();
}
