import type { Vendor } from '../frameworks/framework.js';
import { addMode } from './harness.js';
import { approvedByPage, pagesOf } from './pages.js';
import { readRestated } from './restated.js';
import { readTelemetry } from './telemetry.js';
import facts from './vendor.json' with { type: 'json' };

/** Agents that run a coding agent, telemetry of runs, and pages that answer requests. */
export const vendor: Vendor = {
  runs(found, runs) {
    const given = readRestated(found, runs);
    addMode(found);
    readTelemetry(found, given);
  },
  clients: { filesOf: pagesOf, approvalOf: approvedByPage, remedy: facts.pages.remedy },
};
