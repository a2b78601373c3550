import { systemJson } from '../compare/system-json.js';
import type { AgentSystem } from '../model/index.js';
import type { UnreadFiles } from '../systems/index.js';
import { each, eachText, jsonChunks, nestedJson, object } from './shared/chunks.js';
import { compareText } from './shared/order.js';
import { systemLines } from './shared/system-lines.js';
import { displayWidth, visible, withoutCommands } from './shared/text.js';
import { unreadItems } from './shared/unread-words.js';

/** A file that was looked at. */
export interface InventoryFile {
  path: string;
  /** Left out where the file is not read as an agent's. */
  dialect?: string;
  /** Why it is in or out, in words. */
  reason: string;
}

/** What `inspect` found. */
export interface Inventory {
  files: readonly InventoryFile[];
  systems: readonly AgentSystem[];
  /** Frameworks that are recognised and not read yet, with the files that use them. */
  unread?: readonly UnreadFiles[];
}

/**
 * `agent-lint/inventory@1`, `schemas/inventory.schema.json`, as text piece by piece, with the texts of its systems
 * (`inventorySystemText`) in place of the systems.
 */
export function streamInventoryJson(
  { files, unread = [] }: Omit<Inventory, 'systems'>,
  systems: Iterable<string>,
): Generator<string> {
  return jsonChunks(
    object({
      schema: 'agent-lint/inventory@1',
      files: each(byPath(files), fileJson),
      unread,
      systems: eachText(systems),
    }),
  );
}

/** A system as an element of `systems`. */
export const inventorySystemText = (system: AgentSystem): string => nestedJson(systemJson(system), 2);

const fileJson = ({ path, dialect, reason }: InventoryFile) => ({ path, dialect: dialect ?? null, reason });

/** The inventory as plain data. */
export type InventoryJson = ReturnType<typeof inventoryJson>;

/** The inventory as plain data, \`agent-lint/inventory@1\`. */
export function inventoryJson({ files, systems, unread = [] }: Inventory) {
  return {
    schema: 'agent-lint/inventory@1' as const,
    files: byPath(files).map(fileJson),
    unread: [...unread],
    systems: systems.map(systemJson),
  };
}

/** In an order that the same project always has, whatever was read first. */
function byPath(files: readonly InventoryFile[]): InventoryFile[] {
  return [...files].sort((a, b) => compareText(a.path, b.path));
}

/** What was discovered, for people: files, then each system. */
export function renderInventoryText({ files, systems, unread = [] }: Inventory): string {
  const blocks = [
    fileLines(byPath(files)),
    ...(unread.length > 0 ? [['Not read yet', ...unreadItems(unread).map((item) => `  ${item}`)]] : []),
    ...systems.map(systemLines),
  ];
  return withoutCommands(`${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`);
}

const WIDEST_PATH = 60;

/** A repository may hold more files than a call can take arguments. */
const widest = (texts: readonly string[]) =>
  texts.reduce((width, text) => Math.max(width, displayWidth(text)), 0);

function fileLines(files: readonly InventoryFile[]): string[] {
  if (files.length === 0) return ['Files: none'];
  const rows = files.map(
    ({ path, dialect, reason }) => [visible(path), visible(dialect ?? '-'), visible(reason)] as const,
  );
  const pathWidth = Math.min(WIDEST_PATH, widest(rows.map(([path]) => path)));
  const dialectWidth = widest(rows.map(([, dialect]) => dialect));
  return [
    'Files',
    ...rows.map(
      ([path, dialect, reason]) =>
        `  ${padded(path, pathWidth)}  ${padded(dialect, dialectWidth)}  ${reason}`,
    ),
  ];
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}
