import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Block, type Cell, code, type Section } from './document.js';
import { placeWords } from './places.js';
import type { GovernedTool, Review, ReviewedFinding } from './types.js';

/** Digits of a hash in an id: no two names of a page share them. */
const DIGITS = 12;

/** The id of a finding, which stays when lines move. */
export const findingId = ({ fingerprint }: Pick<ReviewedFinding, 'fingerprint'>): string =>
  `f-${fingerprint.slice(0, DIGITS)}`;

export const ruleId = (rule: string): string => `r-${rule.replaceAll('/', '-')}`;
/** Decisions are counted from 1. */
export const decisionId = (at: number): string => `d-${at + 1}`;
export const systemId = (file: string): string => hashed('s', [file]);
export const agentId = (file: string, agent: string): string => hashed('a', [file, agent]);
export const serverId = (file: string, agent: string, server: string): string =>
  hashed('m', [file, agent, server]);
export const toolId = ({
  file,
  agent,
  server = '',
  tool,
}: Pick<GovernedTool, 'file' | 'agent' | 'server' | 'tool'>): string =>
  hashed('t', [file, agent, server, tool]);

/** Names are of any length and letter: an id has neither. */
function hashed(kind: string, names: readonly string[]): string {
  return `${kind}-${bytesToHex(sha256(utf8ToBytes(JSON.stringify(names)))).slice(0, DIGITS)}`;
}

/** What people read, and the place on the page that it is about. A page without that place has the words alone. */
export const linked = (link: string, cell: Cell): Cell => ({ link, cell });
/** What others link to. */
export const anchored = (anchor: string, cell: Cell): Cell => ({ anchor, cell });

export const systemLink = (file: string): Cell => linked(systemId(file), code(file));
export const agentLink = (file: string, agent: string): Cell => linked(agentId(file, agent), code(agent));
export const toolLink = (tool: GovernedTool): Cell => linked(toolId(tool), code(tool.tool));
export const serverLink = (file: string, agent: string, server: string): Cell =>
  linked(serverId(file, agent, server), code(server));
export const ruleLink = (rule: string): Cell => linked(ruleId(rule), code(rule));

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
    default:
      return [];
  }
}
