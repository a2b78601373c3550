import type { Vendor } from '../frameworks/framework.js';
import { addMode } from './harness.js';
import { approvedByPage, pagesOf } from './pages.js';
import facts from './vendor.json' with { type: 'json' };

/** Agents that run a coding agent, and pages that answer requests. */
export const vendor: Vendor = {
  agent: addMode,
  clients: { filesOf: pagesOf, approvalOf: approvedByPage, remedy: facts.pages.remedy },
};
