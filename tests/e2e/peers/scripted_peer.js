// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A scripted server on grpc-js. README.md describes the script.

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

// Parses the step of one attempt.
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

// The headers of each attempt of a call, by the call's id.
const seen = new Map();

// Returns the step for this attempt. Sends its initial metadata.
function begin(call) {
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
  return step;
}

function errorOf(step) {
  const details = step.words.get('message') || '';
  return {code: step.code, details, metadata: step.trailers};
}

function call(call, callback) {
  const step = begin(call);
  const answer = () => {
    if (step.code === grpc.status.OK) {
      callback(null, {payload: payloadOf(step, call.request)}, step.trailers);
    } else {
      callback(errorOf(step));
    }
  };
  if (step.words.has('hold')) {
    call.on('cancelled', answer);
  } else {
    answer();
  }
}

// Reads as many messages as the step sets, and calls `done` with their
// payloads.
function read(call, step, done) {
  const most = Number(step.words.get('reads') || Infinity);
  const payloads = [];
  let over = false;
  const finish = () => {
    if (!over) done(payloads);
    over = true;
  };
  if (step.words.get('reads') === '0') return finish();
  call.on('data', (request) => {
    payloads.push(request.payload.toString());
    if (payloads.length >= most) finish();
  });
  call.on('end', finish);
}

function finishStream(call, step, payloads) {
  for (let i = 0; i < Number(step.words.get('writes') || 0); ++i) {
    call.write({payload: Buffer.from('early')});
  }
  if (step.code !== grpc.status.OK) {
    call.emit('error', errorOf(step));
    return;
  }
  call.write({payload: Buffer.from(payloads.join('+'))});
  call.end(step.trailers);
}

function serverStream(call) {
  const payload = call.request.payload.toString();
  finishStream(call, begin(call), [payload]);
}

function clientStream(call, callback) {
  const step = begin(call);
  read(call, step, (payloads) => {
    if (step.code !== grpc.status.OK) {
      callback(errorOf(step));
    } else {
      callback(null, {payload: Buffer.from(payloads.join('+'))}, step.trailers);
    }
  });
}

function bidi(call) {
  const step = begin(call);
  read(call, step, (payloads) => finishStream(call, step, payloads));
}

const definitions = protoLoader.loadFileDescriptorSetFromBuffer(
    fs.readFileSync(process.argv[2]));
const server = new grpc.Server();
server.addService(definitions['baton.testing.v1.Scripted'], {
  Call: call,
  ServerStream: serverStream,
  ClientStream: clientStream,
  Bidi: bidi,
});
server.bindAsync(
    '127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) => {
      if (error) throw error;
      process.stdout.write(`${port}\n`);
    });
process.stdin.resume().on('end', () => process.exit(0));
setTimeout(() => process.exit(1), LIFETIME_MS);
