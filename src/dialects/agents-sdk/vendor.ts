import type { Vendor } from '../frameworks/framework.js';
import { capabilitiesOf } from './capabilities.js';
import { hostedSubagents } from './hosted-subagents.js';
import { addOtherVendor } from './model-vendor.js';
import { parallelGuards } from './parallel-guards.js';
import { readToolChoice } from './tool-choice.js';
import { readTraces } from './traces.js';

/** Sandboxes, subagents with the operator, forced calls of tools, models of other vendors, traces and parallel guardrails. */
export const vendor: Vendor = {
  facts: capabilitiesOf,
  agent(found, { get }) {
    readToolChoice(found, get);
    const hosted = hostedSubagents(found);
    if (hosted) found.hosted = hosted;
  },
  system: addOtherVendor,
  traces: readTraces,
  parallel: parallelGuards,
};
