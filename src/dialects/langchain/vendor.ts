import type { Vendor } from '../frameworks/framework.js';
import { ownTools } from './backends.js';
import { listOwnRules } from './file-rules.js';
import { readGraph } from './nodes.js';
import { gateByRuns } from './run-gates.js';
import { lackingIn } from './waits.js';
import facts from './vendor.json' with { type: 'json' };

/** What graphs, deepagents and the servers of LangGraph add to agents. */
export const vendor: Vendor = {
  facts: (found, reading) => readGraph(found, reading) ?? ownTools(found, reading),
  agent(found, { programs }) {
    listOwnRules(found);
    // Its server gives each agent a checkpointer.
    if (programs.context.fileAbove?.(found.node.document.file, facts.server) !== undefined)
      found.isServed = true;
  },
  runs: gateByRuns,
  lacking: lackingIn,
  store: facts.store,
  isByVersion: true,
};
