// Copyright The Baton Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef BATON_TEST_CHAIN_H_
#define BATON_TEST_CHAIN_H_

#include "baton/base/export.h"

#include "baton/chain/chain.h"
#include "baton/chain/fault.h"
#include "baton/chain/layers.h"
#include "baton/chain/report.h"

// A chain of services in one process, for tests. The test sets the policies of
// the services and the faults of each service. The chain counts the calls that
// each service receives, and compares them with the amplification bound: see
// docs/testing.md.
//
//   namespace chain = baton::chain;
//   chain::Options options;
//   options.layers.resize(3);
//   options.layers.back().behavior = chain::Always(chain::Fail());
//
//   auto stack = *chain::Chain::Start(options);
//   stack->Send(100);
//   std::cout << stack->TakeReport();

#endif  // BATON_TEST_CHAIN_H_
