// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A hop of the `retry-budget` header on grpc-js: everything that a service must
// do between a request and its outgoing calls. docs/wire/retry-budget.md
// describes the headers.

'use strict';

const grpc = require('@grpc/grpc-js');

const EDGE_GRANT = 2;
const MAX_HOPS = 15;
const BACKOFF_MS = 25;

const MEMBER = /^[ \t]*([a-z]+)=([\x21-\x2b\x2d-\x3c\x3e-\x7e]+)[ \t]*$/;
const NUMBER = /^(0|[1-9][0-9]*)$/;

// Returns the members of a dictionary as pairs. Null if it is malformed.
function parse(values) {
  if (values.length > 8 || values.some((value) => value.length > 64)) {
    return null;
  }
  const members = values.join(',').split(',').map((text) => MEMBER.exec(text));
  return members.includes(null) ?
      null :
      members.map(([, key, value]) => [key, value]);
}

// Returns the numbers under a key. Null if a value is no number or above `max`.
function numbers(members, key, max) {
  const texts = members.filter(([name]) => name === key).map((pair) => pair[1]);
  return texts.every((text) => NUMBER.test(text) && Number(text) <= max) ?
      texts.map(Number) :
      null;
}

// Returns the grant of a request, its hop and the number of earlier attempts.
function readBudget(metadata) {
  const nothing = {grant: 0, hop: MAX_HOPS, takesPart: true};
  const values = metadata.get('retry-budget');
  const previous = metadata.get('grpc-previous-rpc-attempts')[0];
  const envoy = metadata.get('x-envoy-attempt-count')[0];
  let budget = {grant: EDGE_GRANT, hop: 0, made: 0, takesPart: false};
  if (values.length > 0) {
    const members = parse(values);
    if (members === null) return nothing;
    const g = numbers(members, 'g', 9);
    const n = numbers(members, 'n', 9);
    const h = numbers(members, 'h', MAX_HOPS);
    if (!g || !n || !h || g.length === 0) return nothing;
    budget = {
      grant: Math.min(...g),
      hop: Math.max(0, ...h),
      made: Math.max(0, ...n),
      takesPart: true,
    };
    if (budget.hop === MAX_HOPS) budget.grant = 0;
  }
  // An intermediary repeats requests, and each repeated request has the whole
  // grant.
  if ((previous || String(budget.made)) !== String(budget.made) ||
      (envoy || '1') !== '1') {
    budget.grant = 0;
  }
  return budget;
}

// Returns whether a response forbids another attempt, and the time of the next
// one.
function readAdvice(metadata) {
  const pushback = metadata.get('grpc-retry-pushback-ms')[0];
  const values = metadata.get('retry-advice');
  const advice = {no: pushback !== undefined && !NUMBER.test(pushback)};
  if (!advice.no && pushback !== undefined) advice.ms = Number(pushback);
  if (values.length === 0) return advice;
  const members = parse(values) || [];
  const last = (key) => (members.filter(([k]) => k === key).pop() || [])[1];
  const verdicts = members.filter(([key]) => key === 'r').map((pair) => pair[1]);
  const known = verdicts.every((r) => r === 'ok' || r === 'after');
  advice.no = advice.no || verdicts.length === 0 || !known;
  advice.why = last('w');
  return advice;
}

// A request that this process serves. It keeps its grant: its callees get none,
// and this process retries the calls.
class BudgetedRequest {
  constructor(metadata) {
    this.budget = readBudget(metadata);
    this.used = 0;
    this.objection = null;
  }

  // Makes one call for the request, with as many attempts as its grant allows.
  // `send` makes an attempt with the given metadata. Only for idempotent calls.
  async call(send) {
    for (let made = 0;; ++made) {
      const metadata = new grpc.Metadata();
      const hop = Math.min(this.budget.hop + 1, MAX_HOPS);
      metadata.set('retry-budget', `g=0,n=${made},h=${hop}` +
          (made > 0 ? ',k=r,w=unavailable' : ''));
      try {
        return await send(metadata);
      } catch (error) {
        const advice = readAdvice(error.metadata);
        if (error.code !== grpc.status.UNAVAILABLE) throw error;
        if (advice.no) {
          this.objection = advice.why ? `,w=${advice.why}` : '';
          throw error;
        }
        if (made === this.budget.grant) {
          if (made > 0) this.objection = ',w=exhausted';
          throw error;
        }
        const wait = advice.ms || Math.random() * BACKOFF_MS * 2 ** made;
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
      // The maximum over the calls, and not the sum.
      this.used = Math.max(this.used, made + 1);
    }
  }

  // Returns the trailing metadata of the response. An objection counts if the
  // request fails because of its call.
  trailers(failed) {
    const metadata = new grpc.Metadata();
    const no = failed && this.objection !== null;
    if (no) metadata.set('grpc-retry-pushback-ms', '-1');
    if (no || this.budget.takesPart) {
      metadata.set('retry-advice',
          `${no ? `r=no${this.objection}` : 'r=ok'},u=${this.used}`);
    }
    return metadata;
  }
}

module.exports = {BudgetedRequest};
