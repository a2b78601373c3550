import type { Evidence, Tool, Ungateable } from '../../model/index.js';
import {
  type Call,
  type CodeSyntaxNode,
  filteredItems,
  grammarOf,
  type MemberText,
  namedMembers,
} from '../../program/index.js';
import { toolOf } from '../agents/tool.js';
import { agentsRunBy } from './agents-in-functions.js';
import { judgedByBody } from './bodies.js';
import { readCopiedTool, wordsOfCopies } from './copied-tools.js';
import { noteKeptNames } from './deciders/kept-names.js';
import { type Framework, isSwitchedOff, option, type Profile, type ToolEntry, textOf } from './framework.js';
import {
  answeredBeside,
  decoratorRemedy,
  gateAnsweredBy,
  gatedTool,
  needing,
  optionRemedy,
  readGate,
} from './gates.js';
import { guardrailFields, guardrailsIn } from './guardrails.js';
import { readHostedServer } from './hosted-servers.js';
import { exportOf, nameOf } from './origins.js';
import { namePlace, pathName, placed } from './places.js';
import { filteredServers, readLocalServer, serversOfClient } from './servers.js';
import { unreadTool, unresolved } from './tool-maps.js';
import { toolkitTools } from './toolkits.js';

/** A maker of tools, by the profile. */
type ToolMaker = Profile['tools']['makers'][string];

/** Groups inside groups are not read further than this. */
const DEEPEST = 4;

/** Reads the entries of a list of tools. What is computed is unresolved, never absent. */
export function readTools(
  list: CodeSyntaxNode | undefined,
  of: string,
  framework: Framework,
  depth = 0,
): ToolEntry[] {
  if (!list || list.kind === 'null' || depth > DEEPEST) return [];
  const profile = framework.profileOf(list.document.file);
  const group = exportOf(list, framework);
  if (group !== undefined && Object.hasOwn(profile.tools.groups, group))
    return readEntry(list, of, framework, depth + 1);
  if (group !== undefined && Object.hasOwn(profile.tools.toolkits ?? {}, group))
    return readToolkit(list, group, profile);
  const known = toolkitTools(list);
  if (known)
    return [
      ...known.tools.map((tool) => ({
        kind: 'tool' as const,
        tool: ungateable(tool, profile.tools.ungateable.toolkit),
      })),
      ...known.others.map((one) => unresolved(one, `a tool of \`${of}\``)),
    ];
  const serversOf = (one: CodeSyntaxNode) => serversOfClient(one, profile);
  const servers = serversOf(list) ?? filteredServers(list, serversOf);
  if (servers) return servers.map((server) => ({ kind: 'server', server }));
  if (list.kind !== 'array') return [unresolved(list, `the tools of \`${of}\``, profile)];
  const read = (item: CodeSyntaxNode) => readEntry(item, of, framework, depth);
  return toolItems(list, read).flatMap(read);
}

/** The items of a list of tools. A filter of their names by constants leaves items out. */
export const toolItems = (
  list: CodeSyntaxNode,
  read: (item: CodeSyntaxNode) => readonly ToolEntry[],
): readonly CodeSyntaxNode[] => filteredItems(list, nameBy(read)).filter(({ isInParts }) => !isInParts);

/** The name of a tool, which only its reader knows. */
const nameBy =
  (read: (item: CodeSyntaxNode) => readonly ToolEntry[]): MemberText =>
  (item, member) =>
    member === 'name' ? onlyTool(read(item))?.name : undefined;

/** A map by the names of tools, where it is computed from the tools: `{t.name: True for t in tools}`. */
export const mapByNames = (
  map: CodeSyntaxNode,
  tools: CodeSyntaxNode | undefined,
  read: (item: CodeSyntaxNode) => readonly ToolEntry[],
): CodeSyntaxNode => namedMembers(map, tools?.items() ?? [], nameBy(read));

/** A function that is listed twice is one tool. */
export function withoutRepeats(entries: readonly ToolEntry[]): ToolEntry[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    if (entry.kind !== 'tool' || entry.tool.symbol === undefined) return true;
    const { start } = entry.tool.at.range();
    const key = `${entry.tool.name} ${entry.tool.at.file}:${start.line}:${start.column} ${entry.tool.approval.state}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The tool of entries that are a single tool. */
function onlyTool([entry, ...others]: readonly ToolEntry[]): Tool | undefined {
  return entry?.kind === 'tool' && others.length === 0 ? entry.tool : undefined;
}

/** Reads one entry of a list of tools; a group has several. */
export function readEntry(node: CodeSyntaxNode, of: string, framework: Framework, depth = 0): ToolEntry[] {
  const profile = framework.profileOf(node.document.file);
  const serversOf = (one: CodeSyntaxNode) => serversOfClient(one, profile);
  const makers = [node, node.call?.target, ...(node.reference?.decorators ?? [])];
  if (makers.some((maker) => isSwitchedOff(maker?.call?.options, profile))) return [];
  if (node.reference?.kind === 'function') {
    const tool = readDecorated(node, profile) ?? readForeign(node);
    return [tool ? toolOrAgents(tool, node, node, profile) : unresolved(node, `a tool of \`${of}\``)];
  }
  if (node.spread) {
    // A list of tools may come from a group of the framework, or a toolkit.
    const group = exportOf(node.spread, framework) ?? '';
    if (
      Object.hasOwn(profile.tools.toolkits ?? {}, group) ||
      toolkitTools(node.spread) ||
      (serversOf(node.spread) ?? filteredServers(node.spread, serversOf))
    )
      return readTools(node.spread, of, framework, depth + 1);
    const read = readEntry(node.spread, of, framework, depth + 1);
    if (read.every(({ kind }) => kind !== 'unresolved')) return read;
  }
  const added = node.call ? undefined : filteredServers(node, serversOf);
  if (added) return added.map((server) => ({ kind: 'server', server }));
  const copied =
    depth < DEEPEST
      ? readCopiedTool(node, wordsOfCopies(profile), (one) =>
          onlyTool(readEntry(one, of, framework, depth + 1)),
        )
      : undefined;
  if (copied) return copied.map((tool) => ({ kind: 'tool', tool }));
  const name = exportOf(node, framework);
  const { call } = node;
  // `function_tool(needs_approval=True)(refund)`
  const decorator = name === undefined && call?.target.call ? call.target : undefined;
  if (call && decorator && profile.tools.decorators?.[exportOf(decorator, framework) ?? ''])
    return [readWrapped(givenTo(call, profile), decorator, node, of, profile)];
  if (!call || name === undefined) {
    const tool = readMadeElsewhere(node, profile);
    return [tool ? { kind: 'tool', tool } : unreadTool(node, of, profile)];
  }
  const group = profile.tools.groups[name];
  if (group !== undefined) return groupGated(readGroup(node, group, of, profile, depth), call, profile);
  const readHosted = profile.servers.hostedAs ? readHostedServer : readLocalServer;
  const hosted = profile.servers.hosted.includes(name) ? readHosted(node, profile) : undefined;
  if (hosted) return [{ kind: 'server', server: hosted }];
  if (call.name === profile.tools.fields.asTool && call.receiver) {
    const named = textOf(option(call.options, profile.tools.fields.toolName)) ?? textOf(call.positional[0]);
    return [{ kind: 'agent', agents: [call.receiver], name: named, node }];
  }
  if (profile.tools.decorators?.[name]) return [readWrapped(givenTo(call, profile), node, node, of, profile)];
  const facts = Object.hasOwn(profile.tools.makers, name) ? profile.tools.makers[name] : undefined;
  if (!facts) return [unresolved(node, `a tool of \`${of}\``, profile)];
  return [readMade(node, call.options, name, facts, profile)];
}

/** Whether a call makes a tool of a function. */
export function makesTool(node: CodeSyntaxNode, framework: Framework): boolean {
  const { makers, decorators = {} } = framework.profileOf(node.document.file).tools;
  const name = exportOf(node, framework) ?? '';
  return (
    Object.hasOwn(decorators, name) || (Object.hasOwn(makers, name) && makers[name]?.kind === 'function')
  );
}

/** The tool of a maker's options. */
function readMade(
  node: CodeSyntaxNode,
  options: CodeSyntaxNode,
  name: string,
  facts: ToolMaker,
  profile: Profile,
): ToolEntry {
  const tool = readConstructed(node, options, name, facts, profile);
  const executed = facts.kind === 'function' ? bodyIn(node, options, facts, profile) : undefined;
  if (executed) {
    judgedByBody(tool, executed, options);
    return toolOrAgents(tool, executed, node, profile);
  }
  return { kind: 'tool', tool };
}

/** An argument of a maker by its name: an option, or the argument that has its place. */
function argument(
  { call, document }: CodeSyntaxNode,
  options: CodeSyntaxNode,
  { arguments: names }: { arguments?: readonly string[] },
  key: string | undefined,
): CodeSyntaxNode | undefined {
  const place = key === undefined ? -1 : (names?.indexOf(key) ?? -1);
  const given = place < 0 ? undefined : call?.positional[place];
  // Where arguments have places, an object among them is no list of options.
  const isPlaced = names !== undefined && grammarOf(document.file) !== 'python';
  return given ?? (isPlaced ? undefined : options.get(key));
}

/** The tools of a group. */
function readGroup(
  node: CodeSyntaxNode,
  list: string,
  of: string,
  profile: Profile,
  depth: number,
): ToolEntry[] {
  const { call } = node;
  const stated =
    call && (option(call.options, list) ?? (profile.language === 'python' ? call.positional[0] : undefined));
  return readTools(stated, of, profile.framework, depth + 1);
}

/** The tools of a group that requires approval of each tool which does not say otherwise. */
function groupGated(
  entries: readonly ToolEntry[],
  { options }: Call,
  { tools, framework }: Profile,
): ToolEntry[] {
  const { gate } = tools.fields;
  const stated = gate === undefined ? undefined : options.get(gate);
  if (!stated || gate === undefined) return [...entries];
  const approval = readGate(stated, gate, framework);
  return entries.map((entry) =>
    entry.kind === 'tool' && entry.tool.approval.state === 'absent' && !entry.tool.approval.at
      ? { ...entry, tool: { ...entry.tool, approval } }
      : entry,
  );
}

/** The function that is passed to a call of a decorator: `function_tool(refund)`, `function_tool(func=refund)`. */
const givenTo = (call: Call, { tools }: Profile): CodeSyntaxNode | undefined =>
  call.positional[0] ?? call.named.get(tools.fields.wrapped);

/** The function that runs for a tool: an argument of its maker, or a method of its class. */
function bodyIn(
  node: CodeSyntaxNode,
  options: CodeSyntaxNode,
  facts: ToolMaker,
  { tools }: Profile,
): CodeSyntaxNode | undefined {
  const { call } = node;
  const { reference } = call?.target ?? {};
  for (const name of reference?.kind === 'class' ? (facts.methods ?? []) : []) {
    const method = reference?.member(name);
    if (method) return method;
  }
  for (const one of facts.body ?? []) {
    const given = typeof one === 'number' ? call?.positional[one] : options.get(one);
    if (given) return given;
  }
  return facts.body ? undefined : argument(node, options, facts, tools.fields.body);
}

/** The tools of an object that contains several: all, or those that an option names. */
function readToolkit(node: CodeSyntaxNode, name: string, profile: Profile): ToolEntry[] {
  const { chosen, tools = [] } = profile.tools.toolkits?.[name] ?? {};
  const list = chosen === undefined ? undefined : toolkitOptions(node)?.get(chosen);
  const names = list?.items().map(textOf);
  const all = tools.flatMap((maker) => {
    const tool = readyMade(maker, node, profile);
    return !tool || (names && !names.includes(tool.name)) ? [] : [{ kind: 'tool' as const, tool }];
  });
  const isOpen = list && (list.kind !== 'array' || names?.includes(undefined));
  return isOpen ? [unresolved(list, 'the tools of a toolkit')] : all;
}

/** The arguments of the object whose method returns tools, or of the function that does. */
const toolkitOptions = ({ call }: CodeSyntaxNode): CodeSyntaxNode | undefined =>
  call?.receiver?.call?.options ?? call?.options;

/** A tool that the framework or one of its packages makes, of which a program writes no constructor. */
export function readyMade(maker: string, node: CodeSyntaxNode, profile: Profile): Tool | undefined {
  const facts = profile.tools.makers[maker];
  if (facts?.as === undefined) return undefined;
  const options = node.call?.options;
  const name = (facts.name !== undefined && textOf(options?.get(facts.name))) || facts.as;
  const at = placed(node.at(), `tools[${pathName(name)}]`);
  const tool = toolOf({ name, kind: facts.kind }, at, { state: 'absent' });
  const { option: key, makers } = facts.containedBy ?? {};
  const policy = key === undefined ? undefined : options?.get(key);
  if (policy && makers?.includes(exportOf(policy, profile.framework) ?? ''))
    tool.containedBy = { by: 'sandbox', of: 'agent' };
  return withEffect(tool, facts);
}

function withEffect(tool: Tool, { effect, openEnded }: ToolMaker): Tool {
  if (effect) tool.effect = { effect, confidence: 'high', because: { from: 'kind' } };
  if (openEnded !== undefined) tool.openEnded = openEnded;
  return tool;
}

/** The tool of a function that is passed to a decorator. `maker`: the call with the options. */
function readWrapped(
  wrapped: CodeSyntaxNode | undefined,
  maker: CodeSyntaxNode,
  node: CodeSyntaxNode,
  of: string,
  profile: Profile,
): ToolEntry {
  if (!wrapped?.reference) return unresolved(node, `a tool of \`${of}\``);
  // A tool stays the same tool: `t if isinstance(t, FunctionTool) else function_tool(t)`.
  const own = wrapped.reference.kind === 'function' ? readDecorated(wrapped, profile) : undefined;
  if (own) return toolOrAgents(own, wrapped, wrapped, profile);
  return toolOrAgents(
    readFunction(wrapped, maker, exportOf(maker, profile.framework) ?? '', profile),
    wrapped,
    node,
    profile,
  );
}

/** A function that only runs agents has their effects, unless it has its own gate. */
function toolOrAgents(tool: Tool, ran: CodeSyntaxNode, node: CodeSyntaxNode, profile: Profile): ToolEntry {
  const runs = tool.approval.state === 'absent' ? agentsRunBy(ran, profile) : undefined;
  // The tools of a call that is an agent itself are reported there.
  if (runs?.agents.length === 0) tool.kind = 'agent';
  return runs && runs.agents.length > 0
    ? { kind: 'agent', ...runs, runBy: ran, name: tool.name, node, at: tool.at }
    : { kind: 'tool', tool };
}

/** A function with a decorator of the framework; undefined where it has none. */
function readDecorated(node: CodeSyntaxNode, profile: Profile): Tool | undefined {
  for (const decorator of node.reference?.decorators ?? []) {
    const name =
      exportOf(decorator, profile.framework) ?? nameOf(decorator.origin, decorator, profile.framework);
    if (name !== undefined && profile.tools.decorators?.[name])
      return readFunction(node, decorator, name, profile);
    const own = wrappedBy(decorator, profile);
    if (own) return readFunction(node, own.maker, own.name, profile);
  }
  return undefined;
}

/**
 * A function with a decorator of another package that creates tools: it is a tool, but its gate is undecidable:
 * it depends on that package.
 */
export function readForeign(node: CodeSyntaxNode): Tool | undefined {
  for (const decorator of node.reference?.decorators ?? []) {
    const { module, dotted, file } = decorator.call?.origin ?? decorator.origin ?? NOWHERE;
    const isForeign = module !== '' && !module.startsWith('.') && file === undefined;
    if (!isForeign || !/tool/i.test(dotted.slice(dotted.lastIndexOf('.') + 1))) continue;
    const name = node.reference?.name ?? 'function';
    const description = firstParagraph(node.reference?.docstring);
    const why = `made by \`${dotted}\` of \`${module}\`, which is not read`;
    return toolOf(
      { name, kind: 'function', ...(description === undefined ? {} : { description }) },
      placed(node.at(), `tools[${pathName(name)}]`),
      { state: 'undecidable', at: decorator.at(), why },
    );
  }
  return undefined;
}

/**
 * A function that becomes a tool by a call of another package: `activity_as_tool(issue_refund)`. If that package is
 * known to ask for no approval, the gate is absent; else undecidable.
 */
export function readMadeElsewhere({ call }: CodeSyntaxNode, { tools }: Profile): Tool | undefined {
  const made = call?.positional[0];
  const { module, dotted, file } = call?.origin ?? NOWHERE;
  const maker = dotted.slice(dotted.lastIndexOf('.') + 1);
  const isForeign = module !== '' && !module.startsWith('.') && file === undefined;
  if (made?.reference?.kind !== 'function' || !isForeign || !/tool/i.test(maker)) return undefined;
  const name = made.reference.name ?? 'function';
  const description = firstParagraph(made.reference.docstring);
  const tool = toolOf(
    { name, kind: 'function', ...(description === undefined ? {} : { description }) },
    placed(made.at(), `tools[${pathName(name)}]`),
    {
      state: 'undecidable',
      at: call?.at ?? made.at(),
      why: `made by \`${maker}\` of \`${module}\`, which is not read`,
    },
  );
  const known = tools.ungatedMakers?.find(
    (one) => one.module === module.split('.', 1)[0] && one.maker === maker,
  );
  return known ? ungateable(tool, tools.ungateable[known.ungateable]) : tool;
}

const NOWHERE = { module: '', dotted: '', file: undefined };

/**
 * The framework's decorator inside one of the project: `def audited(fn): return function_tool(fn)`,
 * `partial(function_tool, needs_approval=True)`.
 */
function wrappedBy(
  decorator: CodeSyntaxNode,
  profile: Profile,
): { maker: CodeSyntaxNode; name: string } | undefined {
  const { call, reference } = decorator;
  const [given, ...others] = reference?.kind === 'function' ? reference.returned : [];
  const calls = given?.call && others.length === 0 ? given : undefined;
  // `function_tool(needs_approval=True)(fn)`
  const made = calls?.call?.target.call ? calls.call.target : calls;
  const isPartial = call?.origin?.module === 'functools' && call.name === 'partial';
  const base = isPartial ? call.positional[0] : undefined;
  const { framework, tools } = profile;
  const name = made ? exportOf(made, framework) : base && nameOf(base.origin, base, framework);
  const maker = made ?? decorator;
  return name !== undefined && tools.decorators?.[name] ? { maker, name } : undefined;
}

/** A function with a decorator of tools, or passed to a call of one. Its place is the name after `def`. */
function readFunction(
  node: CodeSyntaxNode,
  maker: CodeSyntaxNode,
  decorator: string,
  profile: Profile,
): Tool {
  const facts = profile.tools.decorators?.[decorator] ?? {};
  const options = maker.call?.options;
  const own = node.reference?.name ?? 'function';
  const renamed =
    options &&
    (textOf(
      option(options, facts.name) ?? (maker.call && argument(maker, maker.call.options, facts, facts.name)),
    ) ??
      textOf(maker.call?.positional[0]));
  const name = renamed ?? own;
  const described =
    (maker.call &&
      textOf(argument(maker, maker.call.options, facts, profile.tools.fields.descriptionOverride))) ??
    firstParagraph(node.reference?.docstring);
  const tool = toolOf(
    { name, kind: 'function', ...(described === undefined ? {} : { description: described }) },
    placed(node.at(), `tools[${pathName(name)}]`),
    { state: 'absent' },
  );
  tool.symbol = own;
  Object.assign(tool, guardrailsIn(options, guardrailFields(profile)));
  const given = node.reference?.given?.get(facts.gate);
  const stated = given ?? (options && option(options, facts.gate));
  if (facts.gate === undefined) return judgedByBody(withoutGate(tool, profile), node);
  const gate = readGate(stated, facts.gate, profile.framework);
  const remedy = decoratorRemedy({ maker, name: spelledDecorator(maker, decorator), given }, facts.gate);
  const gateRemedy = needing(remedy, profile, decorator, facts.gate);
  return judgedByBody(gatedTool(tool, { approval: gate, gateRemedy }), node);
}

/** A decorator as the program writes it: `agent.tool` for `Agent().tool`. */
function spelledDecorator({ call, takenFrom }: CodeSyntaxNode, name: string): string {
  const [, method] = name.split('().');
  if (method === undefined) return name;
  const owner = call?.receiver ?? takenFrom?.object;
  return `${owner?.call?.boundTo ?? 'agent'}.${method}`;
}

function readConstructed(
  node: CodeSyntaxNode,
  options: CodeSyntaxNode,
  maker: string,
  facts: ToolMaker,
  profile: Profile,
): Tool {
  const { call } = node;
  const nameNode = nameIn(node, options, facts, profile);
  // A method of that name is not the option.
  const own = bodyIn(node, options, facts, profile)?.reference?.name;
  const isMethod = own === profile.tools.fields.body || (own !== undefined && facts.methods?.includes(own));
  const executed = isMethod ? undefined : own;
  const name = textOf(nameNode) ?? facts.as ?? executed ?? call?.boundTo ?? maker;
  const description = textOf(
    argument(node, options, facts, profile.tools.fields.description) ??
      memberOf(node, profile.tools.fields.description),
  );
  const at = namePlace(node, nameNode, `tools[${pathName(name)}]`);
  const stated = { name, kind: facts.kind, ...(description === undefined ? {} : { description }) };
  const tool = toolOf(stated, at, { state: 'absent' });
  if (call?.boundTo !== undefined) tool.symbol = call.boundTo;
  // They check calls of functions, not tools that the operator runs (facts on dialects, section 0).
  if (facts.kind === 'function') Object.assign(tool, guardrailsIn(options, guardrailFields(profile)));
  withEffect(tool, facts);
  if (facts.kind === 'shell' && isHosted(options.get('environment'))) {
    tool.containedBy = { by: 'container' };
    return ungateable(tool, profile.tools.ungateable.hostedShell);
  }
  if (facts.sandbox !== undefined) hold(tool, sandboxOf(options, facts.sandbox));
  if (facts.ungateable) return ungateable(tool, profile.tools.ungateable[facts.ungateable]);
  const itself = facts.asks === undefined ? undefined : options.get(facts.asks);
  if (itself && facts.asks !== undefined) {
    const gate = answeredBeside({ approval: readGate(itself, facts.asks, profile.framework) });
    if (gate.approval.state !== 'absent') return Object.assign(tool, gate);
  }
  if (facts.gate === undefined) return withoutGate(tool, profile);
  const asked = option(options, facts.gate);
  const gate = readGate(asked, facts.gate, profile.framework);
  const callback = facts.answer === undefined ? undefined : options.get(facts.answer);
  const isTypeScript = profile.language === 'typescript';
  const written = isTypeScript ? `${facts.gate}: true` : `${facts.gate}=True`;
  const gateRemedy = needing(optionRemedy(node, maker, written, facts.gate), profile, maker, facts.gate);
  const gated = gatedTool(tool, gateAnsweredBy({ approval: gate, gateRemedy }, callback, facts.answer ?? ''));
  noteKeptNames(gated, asked, [false], profile.answers.names);
  return gated;
}

/** A tool of a version that has no option which requires approval. */
function withoutGate(tool: Tool, { tools }: Profile): Tool {
  return tools.instead === undefined ? tool : { ...tool, gateRemedy: { text: tools.instead } };
}

/** The name that a maker is given: an option, an argument, a member of its class. */
function nameIn(
  node: CodeSyntaxNode,
  options: CodeSyntaxNode,
  facts: ToolMaker,
  { language }: Profile,
): CodeSyntaxNode | undefined {
  if (facts.name === undefined) return undefined;
  // The first argument of a Python constructor may be its name.
  const place = facts.nameAt ?? (language === 'python' ? 0 : undefined);
  return (
    argument(node, options, facts, facts.name) ??
    memberOf(node, facts.name) ??
    (place === undefined ? undefined : node.call?.positional[place])
  );
}

/** A member of the class of the project that a call constructs. */
function memberOf({ call }: CodeSyntaxNode, name: string | undefined): CodeSyntaxNode | undefined {
  const { reference } = call?.target ?? {};
  return reference?.kind === 'class' && name !== undefined ? reference.member(name) : undefined;
}

/** The permissions of the sandbox of a coding tool, by its options. */
function sandboxOf(options: CodeSyntaxNode | undefined, key: string): string | undefined {
  const inner = options?.keys().map((one) => options.get(one)) ?? [];
  const all = [options, ...inner, ...inner.map((one) => one?.call?.options)];
  return all.map((one) => textOf(one?.get(key))).find((text) => text !== undefined);
}

/** What the sandbox of a coding tool lets it do. */
export function hold(tool: Tool, sandbox: string | undefined): void {
  if (sandbox === 'read-only') {
    tool.effect = { effect: 'read', confidence: 'high', because: { from: 'sandbox', words: 'read-only' } };
    tool.openEnded = false;
  } else if (sandbox === 'workspace-write') tool.containedBy = { by: 'workspace' };
}

function isHosted(environment: CodeSyntaxNode | undefined): boolean {
  return textOf(environment?.get('type'))?.startsWith('container_') ?? false;
}

/** A tool whose kind has no gate in this language. */
export function ungateable(tool: Tool, reason: Ungateable | undefined): Tool {
  if (!reason) return tool;
  return Object.assign(tool, {
    approval: { state: 'inexpressible', why: reason.why } satisfies Evidence<never>,
    ungateable: reason,
  });
}

/** The first paragraph of a docstring. */
export function firstParagraph(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const trimmed = text.trim();
  const end = trimmed.search(/\n[ \t]{0,80}\n/);
  return end < 0 ? trimmed : trimmed.slice(0, end);
}
