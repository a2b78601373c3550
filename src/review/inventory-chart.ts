import { systemJson } from '../compare/system-json.js';
import type { Inventory } from '../report/inventory.js';
import { withoutCommands } from '../report/shared/text.js';
import { graphOf } from './topology/graph.js';
import { mermaidOfAll } from './topology/mermaid.js';

/** Agents, tools, servers, gates and trust boundaries as a Mermaid flowchart: the picture of the review, of all systems. */
export function renderInventoryMermaid({ systems }: Inventory): string {
  const graphs = systems.map((system) => {
    const { line } = system.at.range().start;
    const graph = graphOf({ findings: [] }, systemJson(system));
    return line > 1 ? { ...graph, file: `${system.file}:${line}` } : graph;
  });
  return withoutCommands(`${mermaidOfAll(graphs).join('\n')}\n`);
}
