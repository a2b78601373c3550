import { type Block, type Cell, code, type Section } from './document.js';
import { agentId, findingId, serverId, systemId, toolId } from './ids.js';
import { placeWords } from './places.js';
import type { GovernedTool, Review } from './types.js';

/** What people read, and the place on the page that it is about. A page without that place has the words alone. */
export const linked = (link: string, cell: Cell): Cell => ({ link, cell });
/** What others link to. */
export const anchored = (anchor: string, cell: Cell): Cell => ({ anchor, cell });

export const systemLink = (file: string): Cell => linked(systemId(file), code(file));
export const agentLink = (file: string, agent: string): Cell => linked(agentId(file, agent), code(agent));
export const toolLink = (tool: GovernedTool): Cell => linked(toolId(tool), code(tool.tool));
export const serverLink = (file: string, agent: string, server: string): Cell =>
  linked(serverId(file, agent, server), code(server));

/** Ids of what stands at a place of a file: a finding before a tool before an agent. */
export function idsAt({ findings, ignored, tools, systems }: Review): (place: string) => readonly string[] {
  const ids = new Map<string, string[]>();
  const add = (place: string, id: string) => {
    const known = ids.get(place);
    if (known) known.push(id);
    else ids.set(place, [id]);
  };
  for (const one of [...findings, ...ignored])
    add(placeWords({ file: one.file, ...one.range.start }), findingId(one));
  for (const tool of tools) add(placeWords(tool.at), toolId(tool));
  for (const { file, agents } of systems)
    for (const { name, range, file: own = file } of agents)
      add(placeWords({ file: own, ...range.start }), agentId(file, name));
  return (place) => ids.get(place) ?? [];
}

/** Every id that a page of these sections has. */
export function idsOf(sections: readonly Section[]): Set<string> {
  const ids = new Set<string>();
  const ofCell = (cell: Cell): void => {
    if (typeof cell === 'string') return;
    if ('anchor' in cell) ids.add(cell.anchor);
    if ('cell' in cell) ofCell(cell.cell);
    for (const key of ['lines', 'words', 'parts'] as const)
      if (key in cell) for (const one of (cell as Record<typeof key, readonly Cell[]>)[key]) ofCell(one);
  };
  for (const { id, blocks } of sections) {
    ids.add(id);
    for (const block of blocks) {
      if ('id' in block && block.id !== undefined) ids.add(block.id);
      for (const cell of cellsOf(block)) ofCell(cell);
    }
  }
  return ids;
}

function cellsOf(block: Block): readonly Cell[] {
  switch (block.kind) {
    case 'list':
      return block.items;
    case 'table':
      return block.rows.flat();
    case 'cards':
      return block.cards.flatMap(({ lead, terms = [], more }) => [...lead, ...terms, ...more]);
    case 'finding':
      return block.details.map(([, cell]) => cell);
    case 'fold':
      return block.blocks.flatMap(cellsOf);
    default:
      return [];
  }
}
