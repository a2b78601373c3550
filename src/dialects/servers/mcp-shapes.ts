import type { Approval, Evidence, McpServer, NamedValue, Place, Tool } from '../../model/index.js';
import { displayUrl, hostOf } from '../../model/secrets.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { computed, stringOf, toolOf } from '../agents/tool.js';
import type { Word } from '../commands/command-line.js';
import { narrowing } from './server-scopes.js';
import { startOf } from './server-start.js';

/** What a format says of the gate of one tool of a server. */
export type ToolGate = Pick<Tool, 'approval' | 'stated' | 'ungateable' | 'gateRemedy' | 'grant'>;

/** An allow-list: a list of names, or a filter `{ tool_names, read_only }`. */
export interface ToolFilter {
  evidence: Evidence<string[]>;
  /** The names, each with its entry. */
  named: { name: string; at: Place }[];
}

/** Reads `allowed_tools`. Left out it is absent: every format that has it then means every tool. */
function readToolFilter(node: SyntaxNode | undefined): ToolFilter {
  if (node === undefined || node.kind === 'null') return { evidence: { state: 'absent' }, named: [] };
  if (node.kind === 'dynamic') return { evidence: computed(node), named: [] };
  if (node.kind === 'array') return listed(node);
  const names = node.get('tool_names');
  if (names && names.kind !== 'null') return names.kind === 'dynamic' ? readToolFilter(names) : listed(names);
  const readOnly = node.get('read_only');
  if (readOnly?.scalar !== true) return { evidence: { state: 'absent', at: node.at() }, named: [] };
  const why = 'the tools that the server marks as read-only';
  return { evidence: { state: 'shown', value: [], at: readOnly.at(), why }, named: [] };
}

function listed(node: SyntaxNode): ToolFilter {
  const items = node.items();
  const open = items.find((item) => item.kind === 'dynamic');
  const named = items.flatMap((item) => {
    const name = stringOf(item);
    return name === undefined ? [] : [{ name, at: item.at() }];
  });
  if (open) return { evidence: computed(open), named };
  return { evidence: { state: 'shown', value: named.map(({ name }) => name), at: node.at() }, named };
}

/** What a file says of a server, before its tools are read. */
export interface StatedServer {
  /** Where it is: an address, a command, or the identifier of something that the operator runs. */
  address: { text: string; at: Place; isUrl: boolean } | undefined;
  /** How an address begins that is computed in part. */
  urlBegins?: string | undefined;
  label: string | undefined;
  /** Where a finding stands if it has no address. */
  at: Place;
  transport: McpServer['transport'];
  values: NamedValue[];
  /** The words of the command that starts it; left out where it is called. */
  words?: readonly Word[];
  /** The same words, with what of a computed path is known; left out: `words` are all that is known. */
  starts?: readonly string[];
  allowed: SyntaxNode | undefined;
  allowListEdit: string;
  /** The item of a list of tools that it is; left out: another place names it. */
  item?: SyntaxNode;
  /** Names that `require_approval` lists: they are known although no allow-list names them. */
  exempt?: SyntaxNode | undefined;
  /** The gate of one of its tools; without a name, of every tool that no list names. */
  gateOf(name: string | undefined): ToolGate;
}

/** An MCP server with the tools that its allow-list names. */
export function serverOf(stated: StatedServer): McpServer {
  const { address, label } = stated;
  const url = address?.isUrl ? address.text : undefined;
  const shownAddress = address ? displayUrl(address.text) : '';
  const stands = (url === undefined ? label : hostOf(url)) ?? label ?? shownAddress;
  // Everything that names it may be computed.
  const name = stands === '' ? 'mcp' : stands;
  const { evidence, named: listed } = readToolFilter(stated.allowed);
  const key = url ?? name;
  const offered = listed.filter((one) => one.name !== '*');
  // Without a list of what is allowed, what is exempt from the gate is offered, too.
  if (evidence.state === 'absent')
    for (const one of readToolFilter(stated.exempt).named) if (one.name !== '*') offered.push(one);
  const starts = stated.starts ?? (stated.words ?? []).map(({ text }) => text);
  const { launch, rest, folders } = startOf(name, stated.words ?? []);
  const { allowed, item, urlBegins, values } = stated;
  const at = address?.at ?? stated.at;
  const certain = values.filter(({ isDefault }) => !isDefault);
  const named = { environment: certain, headers: certain, settings: [] };
  const narrowed = allowed
    ? undefined
    : narrowing(url === undefined ? undefined : { text: url, at }, rest, named);
  return {
    name,
    address: shownAddress === '' ? name : shownAddress,
    ...(url !== undefined && { url }),
    ...(url === undefined && urlBegins !== undefined && { urlBegins }),
    transport: stated.transport,
    at,
    allowedTools: narrowed ?? evidence,
    tools: offered.map((one) => ({
      ...toolOf({ name: one.name, kind: 'mcp' }, one.at, { state: 'absent' }, key),
      ...stated.gateOf(one.name),
    })),
    scopes: [],
    values: url === undefined ? values : [{ name: 'url', value: url, at }, ...values],
    toolGate: stated.gateOf(undefined),
    allowListEdit: stated.allowListEdit,
    ...(starts.length > 0 && { starts }),
    ...(launch && { launch }),
    ...(folders.length > 0 && { folders }),
    ...(item && { remove: () => item.edit()?.remove() }),
  };
}

/** What a list of names makes of a server: only those of its tools are offered. */
export const withOnly = (
  server: McpServer,
  names: readonly { readonly value: string; readonly at: Place }[],
  list: Place,
): McpServer => ({
  ...server,
  allowedTools: { state: 'shown', value: names.map(({ value }) => value), at: list },
  tools: names.map(({ value: name, at }) => ({
    ...toolOf({ name, kind: 'mcp' }, at, { state: 'absent' }, server.url ?? server.name),
    ...server.toolGate,
  })),
});

/** The setting that lets every call run, as its key has it. */
const never = (key: string): Approval => ({ by: 'machine', stated: 'never', setting: `${key}: never` });

const ASKS_BY_DEFAULT: Approval = { by: 'human', stated: 'always (the default)' };

/**
 * Reads the gate of a Responses MCP tool: `always`, `never`, or filters of both. Left out it is `always`
 * (facts on dialects, section 0): another dialect's default is another.
 */
export function readRequireApproval(
  node: SyntaxNode | undefined,
  tool: string | undefined,
  key = 'require_approval',
): Evidence<Approval> {
  if (node === undefined || node.kind === 'null') return { state: 'shown', value: ASKS_BY_DEFAULT };
  if (node.kind === 'dynamic') return computed(node);
  const at = node.at();
  if (node.scalar === 'always') return { state: 'shown', value: { by: 'human', stated: 'always' }, at };
  if (node.scalar === 'never') return { state: 'shown', value: never(key), at };
  if (node.kind !== 'object') return { state: 'undecidable', at, why: 'not one of the documented values' };
  return readApprovalFilters(node, tool, key);
}

/** The names that the list of what needs no approval has. */
export const exemptIn = (node: SyntaxNode | undefined): SyntaxNode | undefined => {
  const list = node?.kind === 'object' ? node.get('never') : undefined;
  return list?.get('toolNames') ?? list;
};

/** Whether lists of what needs approval and of what does not name a tool, or may. */
export function isNamedIn(node: SyntaxNode, tool: string | undefined): boolean {
  const lists = [node.get('always'), node.get('never')];
  return lists.some((one) => one?.kind === 'dynamic' || openNames(one) !== undefined || names(one, tool));
}

function readApprovalFilters(node: SyntaxNode, tool: string | undefined, key: string): Evidence<Approval> {
  const always = node.get('always');
  const exempt = node.get('never');
  const at = node.at();
  for (const part of [always, exempt]) if (part?.kind === 'dynamic') return computed(part);
  if (names(always, tool)) return { state: 'shown', value: { by: 'human', stated: 'always' }, at };
  if (names(exempt, tool)) return { state: 'shown', value: never(key), at };
  const open = openNames(always) ?? openNames(exempt);
  if (open) return computed(open);
  if (exempt?.get('read_only')?.scalar === false) return { state: 'shown', value: never(key), at };
  // Which tools only read is the server's claim, so the gate applies to the calls that it picks.
  if (exempt?.get('read_only')?.scalar === true || always?.get('read_only')?.scalar === false)
    return {
      state: 'shown',
      value: { by: 'conditional', stated: 'unless the server marks it as reading' },
      at,
    };
  if (exempt) return { state: 'shown', value: ASKS_BY_DEFAULT, at };
  return { state: 'undecidable', at, why: `\`${key}\` does not name this tool` };
}

/** The part of a filter's names that is computed: it may name any tool. */
function openNames(filter: SyntaxNode | undefined): SyntaxNode | undefined {
  const listed = filter?.kind === 'object' ? listIn(filter) : undefined;
  if (listed?.kind === 'dynamic') return listed;
  return isPlain(listed?.toValue()) ? undefined : listed?.items().find((item) => item.kind === 'dynamic');
}

const listIn = (filter: SyntaxNode): SyntaxNode | undefined =>
  filter.get('tool_names') ?? filter.get('toolNames');

/** Whether a plain value is a list of texts and nothing that is computed. */
const isPlain = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string');

function names(filter: SyntaxNode | undefined, tool: string | undefined): boolean {
  if (filter?.kind !== 'object' || tool === undefined) return false;
  const listed = listIn(filter);
  // Asked for each tool of a server: the plain list costs less than a node for each of its names.
  const plain = listed?.toValue();
  if (Array.isArray(plain) && plain.includes(tool)) return true;
  return isPlain(plain) ? false : (listed?.items() ?? []).some((item) => item.scalar === tool);
}
