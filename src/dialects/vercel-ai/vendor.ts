import type { Vendor } from '../frameworks/framework.js';
import { addMode } from './harness.js';
import { approvedByPage, pagesOf } from './pages.js';
import { asksAt } from './gates-by-name.js';
import { readRestated } from './restated.js';
import { unsignedAt } from './signatures.js';
import { readTelemetry } from './telemetry.js';
import facts from './vendor.json' with { type: 'json' };

/** Agents that run a coding agent, telemetry of runs, the secret that signs requests, and pages that answer them. */
export const vendor: Vendor = {
  runs(found, runs) {
    const given = readRestated(found, runs);
    addMode(found);
    readTelemetry(found, given);
  },
  asksAt,
  unsigned: unsignedAt,
  clients: { filesOf: pagesOf, approvalOf: approvedByPage, remedy: facts.pages.remedy },
};
