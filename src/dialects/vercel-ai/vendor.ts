import type { Vendor } from '../frameworks/framework.js';
import { addMode } from './harness.js';
import { approvedByPage, pagesOf } from './pages.js';
import { readRestated } from './run-options.js';
import facts from './vendor.json' with { type: 'json' };

/** Agents that run a coding agent, options of runs, and pages that answer requests. */
export const vendor: Vendor = {
  agent: addMode,
  runs: readRestated,
  clients: { filesOf: pagesOf, approvalOf: approvedByPage, remedy: facts.pages.remedy },
};
