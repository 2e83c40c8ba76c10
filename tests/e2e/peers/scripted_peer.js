// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A scripted server on grpc-js; see README.md for the script.

'use strict';

const fs = require('fs');
const grpc = require('@grpc/grpc-js');
const protoLoader = require('@grpc/proto-loader');

const LIFETIME_MS = 120 * 1000;

// Adds "KEY:TEXT", or "KEY-bin:HEX", to metadata.
function addEntry(metadata, text) {
  const colon = text.indexOf(':');
  const key = text.slice(0, colon);
  const value = text.slice(colon + 1);
  metadata.add(key, key.endsWith('-bin') ? Buffer.from(value, 'hex') : value);
}

// What to do with one attempt.
function parseStep(text) {
  const [code, ...parts] = text.split(';');
  const step = {
    code: grpc.status[code.toUpperCase()],
    words: new Map(),
    headers: new grpc.Metadata(),
    trailers: new grpc.Metadata(),
  };
  for (const part of parts) {
    const [key] = part.split('=', 1);
    const value = part.slice(key.length + 1);
    if (key === 'header') {
      addEntry(step.headers, value);
      step.words.set('headers-first', '');
    } else if (key === 'trailer') {
      addEntry(step.trailers, value);
    } else if (key === 'pushback') {
      step.trailers.add('grpc-retry-pushback-ms', value);
    } else if (key === 'details') {
      addEntry(step.trailers, `grpc-status-details-bin:${value}`);
    } else {
      step.words.set(key, value);
    }
  }
  return step;
}

function payloadOf(step, request) {
  if (step.words.has('payload')) return Buffer.from(step.words.get('payload'));
  const size = Number(step.words.get('size') || request.answerBytes);
  return size > 0 ? Buffer.alloc(size, 'x') : request.payload;
}

// What each attempt of a call brought along, by the call's id.
const seen = new Map();

function call(call, callback) {
  const id = call.metadata.get('x-call-id')[0];
  if (!seen.has(id)) seen.set(id, []);
  const history = seen.get(id);
  history.push({
    budget: call.metadata.get('retry-budget').join(' and '),
    timeLeftMs: call.getDeadline() - Date.now(),
  });
  const attempt = history.length;
  const steps = (call.metadata.get('x-script')[0] || 'ok').split('|');
  const step = parseStep(steps[Math.min(attempt, steps.length) - 1]);
  step.trailers.set('x-attempt', String(attempt));
  for (const {budget, timeLeftMs} of id === undefined ? [] : history) {
    step.trailers.add('x-seen-budget', budget);
    step.trailers.add('x-seen-time-left-ms', String(timeLeftMs));
  }

  if (step.words.has('headers-first')) call.sendMetadata(step.headers);
  const answer = () => {
    if (step.code === grpc.status.OK) {
      callback(null, {payload: payloadOf(step, call.request)}, step.trailers);
    } else {
      const details = step.words.get('message') || '';
      callback({code: step.code, details, metadata: step.trailers});
    }
  };
  if (step.words.has('hold')) {
    call.on('cancelled', answer);
  } else {
    answer();
  }
}

const definitions = protoLoader.loadFileDescriptorSetFromBuffer(
    fs.readFileSync(process.argv[2]));
const server = new grpc.Server();
server.addService(definitions['baton.testing.v1.Scripted'], {Call: call});
server.bindAsync(
    '127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) => {
      if (error) throw error;
      process.stdout.write(`${port}\n`);
    });
process.stdin.resume().on('end', () => process.exit(0));
setTimeout(() => process.exit(1), LIFETIME_MS);
