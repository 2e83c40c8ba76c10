// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

// One of the shop's services on grpc-js, as a replacement for a service of
// examples/stack. Forwards its requests to the next service.
//
//   node shop_hop.js DESCRIPTORS Inventory Pricing 127.0.0.1:4000 drops
//
// The last argument selects how it handles the `retry-budget` header: "drops"
// it, as plain handlers do; "copies" it unchanged; or "participates".

'use strict';

const fs = require('fs');
const grpc = require('@grpc/grpc-js');
const protoLoader = require('@grpc/proto-loader');
const {BudgetedRequest} = require('./retry_budget.js');

const LIFETIME_MS = 120 * 1000;
const BUDGET = 'retry-budget';

const [, , descriptors, own, below, next, manner] = process.argv;
const shop = protoLoader.loadFileDescriptorSetFromBuffer(
    fs.readFileSync(descriptors), {enums: Number});
const Below = grpc.makeClientConstructor(shop[`shop.v1.${below}`], below);
const stub = new Below(
    next, grpc.credentials.createInsecure(), {'grpc.enable_retries': 0});
const layers = ['App', 'Edge', 'Checkout', 'Inventory', 'Pricing', 'Store'];
const caller = layers.indexOf(own) + 1;

// Returns the function that makes a request's calls, and its extra trailers.
function partIn(inbound) {
  if (manner === 'participates') return new BudgetedRequest(inbound);
  const metadata = new grpc.Metadata();
  if (manner === 'copies') {
    for (const value of inbound.get(BUDGET)) metadata.add(BUDGET, value);
  }
  return {
    call: (send) => send(metadata),
    trailers: () => new grpc.Metadata(),
  };
}

async function get(call, callback) {
  const part = partIn(call.metadata);
  const send = (metadata) => new Promise((resolve, reject) => {
    const request = {request_id: call.request.request_id, caller};
    const options = {deadline: call.getDeadline()};
    stub.Get(request, metadata, options, (error, response) => {
      if (error) reject(error);
      else resolve(response);
    });
  });
  try {
    const {services} = await part.call(send);
    callback(null, {services: services + 1}, part.trailers(false));
  } catch ({code, details}) {
    callback({code, details, metadata: part.trailers(true)});
  }
}

const server = new grpc.Server();
server.addService(shop[`shop.v1.${own}`], {Get: get});
server.bindAsync(
    '127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) => {
      if (error) throw error;
      process.stdout.write(`${port}\n`);
    });
process.stdin.resume().on('end', () => process.exit(0));
setTimeout(() => process.exit(1), LIFETIME_MS);
