import {
  type Agent,
  codeSpan,
  type GateFlaw,
  isMet,
  isSamePlace,
  type McpServer,
  type Place,
  type Tool,
} from '../../model/index.js';
import { redact } from '../../model/secrets.js';
import type { Flawed } from './flaws.js';

/** A tool that an agent is given, and the server that offers it. */
interface Offered {
  readonly tool: Tool;
  readonly server: McpServer | undefined;
}

/**
 * Gates of one agent whose tool shares its name: with another tool that is known, or, where the gate is found by the name
 * alone, with what a server may offer whose tools no list names.
 */
export function sharedNames(agent: Agent): Flawed[] {
  const all: readonly Offered[] = [
    ...agent.tools.map((tool) => ({ tool, server: agent.mcpServers.find((one) => isOf(tool, one)) })),
    ...agent.mcpServers.flatMap((server) => offeredBy(server).map((tool) => ({ tool, server }))),
  ];
  const named = (agent.gatedNames ?? []).flatMap((tool): Flawed[] => {
    const flaw = offeredTwice(tool, agent);
    return flaw ? [{ agent, tool, flaw }] : [];
  });
  const known = all.flatMap((one): Flawed[] => {
    if (!isAsked(one.tool)) return [];
    const others = all.filter((other) => meets(one, other));
    const flaw = others.length > 0 ? twice(agent, one.tool, others) : unlisted(agent, one);
    return flaw ? [{ agent, tool: one.tool, flaw }] : [];
  });
  return [...known, ...named];
}

/** A server of the repository has its tools beside those of the agent. */
const isOf = ({ entry, server }: Tool, one: McpServer): boolean =>
  entry?.server === one.name || (server !== undefined && (server === one.url || server === one.name));

/** The tools that a server offers to the agent, as far as lists name them. */
function offeredBy({ tools, offered, allowedTools }: McpServer): readonly Tool[] {
  if (!offered || offered.isDefined) return tools;
  const named = new Set(tools.map(({ name, offeredAs }) => offeredAs ?? name));
  const isAllowed = ({ name }: Tool): boolean => !isMet(allowedTools) || allowedTools.value.includes(name);
  return [...tools, ...offered.tools.filter((one) => !named.has(one.name) && isAllowed(one))];
}

/** A person is asked by the program, which may find the gate by the name of the tool. */
function isAsked({ kind, approval }: Tool): boolean {
  if (kind === 'agent' || approval.state !== 'shown' || approval.value.by === 'machine') return false;
  const { interrupts, keyed, inBody } = approval.value;
  return (interrupts === true && !inBody) || keyed === true;
}

function meets(one: Offered, other: Offered): boolean {
  if (one.tool === other.tool || one.tool.name !== other.tool.name || one.tool.name.includes('*'))
    return false;
  // A condition may pick one of the two.
  if (one.tool.isPerhaps || other.tool.isPerhaps || isSamePlace(definitionOf(one), definitionOf(other)))
    return false;
  if (one.server === other.server) return one.server === undefined;
  const names = [one.server?.names, other.server?.names];
  return !names.includes('prefixed') && !names.every((name) => name === 'unique');
}

const definitionOf = ({ tool: { at } }: Offered): Place => at.about ?? at;

function twice(agent: Agent, tool: Tool, others: readonly Offered[]): GateFlaw {
  const name = codeSpan(redact(tool.name));
  return {
    kind: 'shared-name',
    at: tool.approval.at ?? tool.at,
    why: `${codeSpan(agent.name)} has ${others.length + 1} tools of that name`,
    remedy: { text: `Decide which of them is ${name}, and give each tool of the agent a name of its own.` },
    related: others.map(({ tool: other }) => ({ at: other.at, message: `Another ${name}.` })),
  };
}

/** A gate that is found by the name alone, beside a server whose tools nothing names. */
function unlisted(agent: Agent, { tool, server }: Offered): GateFlaw | undefined {
  if (tool.approval.state !== 'shown' || tool.approval.value.keyed !== true) return undefined;
  const open = agent.mcpServers.filter((one) => one !== server && isOpen(one));
  const [first] = open;
  return (
    first && byNameAlone(tool, open, `${codeSpan(redact(first.name))} can offer a tool of that name, too`)
  );
}

/** Whether nothing says which tools a server offers, or keeps their names apart. */
const isOpen = ({ names, offered, allowedTools }: McpServer): boolean =>
  names !== 'prefixed' && !offered && !isMet(allowedTools);

/** A gate for a name that two servers offer, or may offer where no list says which of them does. */
function offeredTwice(tool: Tool, { mcpServers }: Agent): GateFlaw | undefined {
  const offers = (one: McpServer): boolean => offeredBy(one).some(({ name }) => name === tool.name);
  const all = mcpServers.filter((one) => one.names !== 'prefixed' && (isOpen(one) || offers(one)));
  if (all.length < 2 || all.every(({ names }) => names === 'unique')) return undefined;
  const [one = '', other = ''] = all.map(({ name }) => codeSpan(redact(name)));
  const can = all.some(isOpen) ? 'can both offer' : 'both offer';
  return byNameAlone(tool, all, `${one} and ${other} ${can} a tool of that name`);
}

function byNameAlone(tool: Tool, servers: readonly McpServer[], why: string): GateFlaw {
  const open = servers.filter(isOpen);
  const [first] = open;
  const list = first
    ? `list its tools, or save its tool list: \`agent-lint snapshot ${redact(first.name)}\``
    : `or list the tools of each without ${codeSpan(redact(tool.name))} in one of them`;
  return {
    kind: 'shared-name',
    at: tool.approval.at ?? tool.at,
    why: `the gate is found by the name, and ${why}`,
    remedy: {
      text: `Decide how the names are kept apart: put the name of the server before those of its tools, ${list}.`,
    },
    related: (first ? open : servers).map(({ at, name }) => ({
      at,
      message: `${codeSpan(redact(name))} ${first ? 'has no list of tools' : 'offers such a tool'}.`,
    })),
  };
}
