// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// A service on grpc-js between two others. Forwards Scripted.Call to the
// address in its second argument. The first argument is the descriptor set.

'use strict';

const fs = require('fs');
const grpc = require('@grpc/grpc-js');
const protoLoader = require('@grpc/proto-loader');
const {BudgetedRequest} = require('./retry_budget.js');

const LIFETIME_MS = 120 * 1000;

const [, , descriptors, next] = process.argv;
const definition = protoLoader.loadFileDescriptorSetFromBuffer(
    fs.readFileSync(descriptors))['baton.testing.v1.Scripted'];
const Scripted = grpc.makeClientConstructor(definition, 'Scripted');
const stub = new Scripted(
    next, grpc.credentials.createInsecure(), {'grpc.enable_retries': 0});

async function call(call, callback) {
  const request = new BudgetedRequest(call.metadata);
  const send = (metadata) => new Promise((resolve, reject) => {
    const options = {deadline: call.getDeadline()};
    stub.Call(call.request, metadata, options, (error, response) => {
      if (error) reject(error);
      else resolve(response);
    });
  });
  try {
    callback(null, await request.call(send), request.trailers(false));
  } catch ({code, details}) {
    callback({code, details, metadata: request.trailers(true)});
  }
}

const server = new grpc.Server();
server.addService(definition, {Call: call});
server.bindAsync(
    '127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) => {
      if (error) throw error;
      process.stdout.write(`${port}\n`);
    });
process.stdin.resume().on('end', () => process.exit(0));
setTimeout(() => process.exit(1), LIFETIME_MS);
