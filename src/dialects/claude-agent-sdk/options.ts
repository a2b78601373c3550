import type { Agent, Grant, IgnoredSetting, McpServer, Tool } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { withSameBody } from '../agents/body.js';
import { SANDBOX_OPENINGS } from '../clients/claude-sandbox.js';
import { clientOf } from '../clients/client.js';
import { readLists } from '../clients/lists.js';
import { readMode } from '../clients/modes.js';
import { openingsIn } from '../clients/openings.js';
import { textsOf } from '../clients/settings.js';
import { addEntry } from '../frameworks/agents.js';
import { copiedBy } from '../frameworks/copies.js';
import { type FoundAgent, textOf, type VendorReading } from '../frameworks/framework.js';
import { movedTo, pathName, placed } from '../frameworks/places.js';
import { toolNamed } from '../permissions/built-in.js';
import facts from '../permissions/claude-tools.json' with { type: 'json' };
import { granted, UNSTATED } from '../permissions/grants.js';
import { coverageBy, covers, readRule } from '../permissions/permission-rules.js';
import { modeOf, runProfile, spelt } from './clients.js';
import { askedBy, gateOf, noteShadowed, settled } from './gates.js';
import { hooksIn } from './hooks.js';
import { listLoaded } from './loaded.js';
import { changedMode, computedMode, flaggedMode, MODE_FLAGS } from './modes.js';
import { isGiven, type Run, ruleOf } from './run.js';
import { readServerMap, type SdkTool } from './servers.js';
import { NO_TRANSCRIPT, transcriptsOf } from './sessions.js';
import { addSubagents } from './subagents.js';
import { optionsTaken } from './taken.js';
import { telemetryIn } from './telemetry.js';
import { boundTurns } from './turns.js';

const OPENINGS = SANDBOX_OPENINGS.filter(({ kind, level }) => kind !== 'fallback' && level !== 'info');

/** Reads the options of a run of Claude Code: its tools, what runs without approval, and who answers for the rest. */
export function readOptions(found: FoundAgent, reading: VendorReading): void {
  const { agent, node, framework, rows, unresolved } = found;
  const { options: given } = reading;
  const { language } = rows;
  const options = given?.joined ?? given;
  if (options?.kind === 'dynamic') {
    const why = options.why ?? 'computed at run time';
    unresolved.push({
      what: `the options of \`${agent.name}\``,
      why,
      at: options.written(),
      toolsOf: agent.name,
    });
    return;
  }
  const root = options ?? node.call?.options;
  if (!root) return;
  const name = (key: string): string => spelt(key, language);
  const original = copiedBy(node)?.call?.options;
  const { isTaken, unset } = optionsTaken(node, framework);
  const get = (key: string): CodeSyntaxNode | undefined =>
    isTaken(key) ? (options?.get(name(key)) ?? original?.get(name(key))) : undefined;
  const client = clientOf(root, runProfile(language, isTaken), {});
  const denied = textsOf(get('disallowedTools')).flatMap((text) => readRule(text) ?? []);
  const stated =
    (options && readMode(options, client, unresolved, computedMode)) ??
    (isGiven(get('permissionMode')) ? undefined : modeOf(unset.permissionMode, agent.at, language));
  const mode = changedMode(flaggedMode(stated, get('extraArgs'), found), found, reading);
  const run: Run = {
    found,
    options: root,
    isStated: options !== undefined,
    get,
    name,
    isTaken,
    unset: (key) => unset[key],
    client: { ...client, gate: { approval: { state: 'absent' } } },
    mode,
    hooks: [],
    denied: coverageBy(denied),
    reading,
  };
  if (mode) agent.mode = mode;
  run.client.gate = gateOf(run);
  run.hooks = hooksIn(get('hooks'), found);
  listOpen(run);
  const { tools: own, called } = readServers(run);
  if (options) readLists(options, run.client, agent, unresolved);
  addBuiltIn(run);
  addOwnTools(run, own);
  agent.tools = agent.tools.map((tool) => withSameBody(settled(tool, run, own), tool));
  for (const one of called) {
    const rule = readRule(one.name ?? '');
    if (!rule || !run.denied(rule)) addEntry(found, one, reading);
  }
  noteShadowed(run);
  addSubagents(run);
  boundTurns(run);
  listLoaded(run);
  const ignored = approvesNothing(run);
  if (ignored.length > 0) found.ignored = ignored;
  const openings = isGiven(get('sandbox')) ? openingsIn(root, OPENINGS) : [];
  if (openings.length > 0) found.openings = openings;
  found.kept = transcriptsOf(run);
  found.telemetry = telemetryIn(run);
}

/**
 * An empty list of what runs without approval, where nothing else says who decides: it removes no tool. Source:
 * claude-agent-sdk-typescript #5, type Options of 0.3.330, 2026-11-29.
 */
function approvesNothing({ get, name }: Run): IgnoredSetting[] {
  const allowed = get('allowedTools');
  const mode = get('permissionMode')?.scalar;
  const isDecided =
    mode === 'dontAsk' ||
    mode === 'plan' ||
    ['tools', 'canUseTool', 'hooks'].some((key) => isGiven(get(key)));
  if (allowed?.kind !== 'array' || allowed.items().length > 0 || isDecided) return [];
  const [key, tools] = [name('allowedTools'), name('tools')];
  return [
    {
      entry: `${key}: []`,
      why: `The list says what runs without approval, and takes no tool away: the agent has every built-in tool.`,
      edit: `Set \`${tools}\` to an empty list if the agent is to have none, or remove \`${key}\`.`,
      at: allowed.written(),
    },
  ];
}

/** Lists options that are computed: what they add is not known. */
function listOpen({ get, name, found }: Run): void {
  for (const key of ['allowedTools', 'disallowedTools', 'tools', 'mcpServers', 'agents', 'hooks']) {
    const stated = get(key);
    const open =
      stated?.kind === 'dynamic'
        ? stated
        : stated?.items().find(({ kind, isInParts }) => kind === 'dynamic' && !isInParts);
    if (!open) continue;
    const what = `\`${name(key)}\` of \`${found.agent.name}\``;
    found.unresolved.push({
      what,
      why: open.why ?? 'computed at run time',
      at: open.written(),
      toolsOf: found.agent.name,
    });
  }
  const flags = get('extraArgs');
  const isRead = (flag: string): boolean => flag === NO_TRANSCRIPT || MODE_FLAGS.includes(flag);
  if (flags?.kind === 'dynamic' || flags?.keys().some((flag) => !isRead(flag)))
    found.unresolved.push({
      what: `\`${name('extraArgs')}\` of \`${found.agent.name}\``,
      why: 'agent-lint does not read it yet',
      at: flags.written(),
    });
  const servers = get('mcpServers');
  // Python takes the path of a configuration file too, or its text.
  if (servers && !['object', 'null', 'dynamic'].includes(servers.kind))
    found.unresolved.push({
      what: `\`${name('mcpServers')}\` of \`${found.agent.name}\``,
      why: 'not a map of servers: a configuration that it names is not read',
      at: servers.written(),
      toolsOf: found.agent.name,
    });
}

/** Adds the built-in tools that a run has, where no list of tools names them. */
function addBuiltIn({ found: { agent }, get, client, denied }: Run): void {
  const isDenied = ({ name, grant }: Tool): boolean => {
    const rule = grant ? undefined : readRule(name);
    return rule !== undefined && denied(rule);
  };
  agent.tools = agent.tools.filter((tool) => !isDenied(tool));
  const list = get('tools');
  const isWhole = !list || list.kind === 'null' || list.kind === 'object';
  allowSkills({ agent, get, client, denied }, isWhole);
  if (!isWhole) return;
  for (const name of facts.acting) {
    const at = placed(agent.at, `${agent.at.path}.tools[${name}]`);
    const tool = { ...toolNamed(name, client.kindOf(name), at, client.gate.approval), ...client.gate };
    if (!isDenied(tool) && !agent.tools.some((one) => one.name === name)) agent.tools.push(tool);
  }
}

/** With all skills, the tool that starts one runs without approval. `isOffered`: the run has all built-in tools. */
function allowSkills(
  { agent, get, client, denied }: Pick<Run, 'get' | 'client' | 'denied'> & { agent: Agent },
  isOffered: boolean,
): void {
  const { all, tool: name } = facts.skills;
  const skills = get('skills');
  const rule = readRule(name);
  if (textOf(skills) !== all || !skills || !rule || denied(rule)) return;
  const at = skills.written();
  const grant: Grant = {
    who: 'agent',
    what: { of: 'tool' },
    setting: `skills: ${all}`,
    at,
    remedy: { text: 'List in `skills` the names of those that the agent needs.' },
  };
  const known = agent.tools.find((one) => one.name === name);
  const made =
    known ??
    (isOffered
      ? toolNamed(name, client.kindOf(name), placed(at, `${agent.at.path}.tools[${name}]`), UNSTATED)
      : undefined);
  if (made) agent.tools = [...agent.tools.filter((one) => one !== known), granted(made, grant)];
}

/** Adds the servers of a run; returns the tools of those that the program itself defines. */
function readServers(run: Run): Pick<ReturnType<typeof readServerMap>, 'tools' | 'called'> {
  const { found, get, reading, client, denied } = run;
  const asked = askedBy(run);
  const gates = { gate: client.gate, asked };
  const { servers, ...own } = readServerMap(get('mcpServers'), found, reading, gates);
  const listed = textsOf(get('disallowedTools')).flatMap((text) => readRule(text) ?? []);
  const isOff = ({ name }: McpServer) => denied({ text: '', tool: '*', server: name });
  for (const server of servers.filter((one) => !isOff(one))) {
    const blocked = listed.filter((rule) => rule.server === server.name).map(({ tool }) => tool);
    const blockedTools = [...(server.blockedTools ?? []), ...blocked];
    const isOpen = blockedTools.length > 0 && server.allowedTools.state === 'absent';
    const why = 'tools are taken away by name, and which others the server offers is not known';
    const rule = { text: '', tool: '*', server: server.name };
    const hook = run.hooks.find((one) => one.says !== 'ask' && one.says !== 'list' && one.covers(rule));
    const grant = hook?.says === 'allow' ? { grant: hook.grant } : {};
    found.agent.mcpServers.push({
      ...server,
      tools: server.tools.filter(({ name }) => !blocked.includes(name)),
      blockedTools,
      ...(isOpen && { allowedTools: { state: 'undecidable', why } }),
      ...(hook && { toolGate: { approval: hook.approval, ...grant } }),
    });
  }
  return own;
}

/** Adds the tools of the program's own servers. One that a list lets run is reported at the entry of the list. */
function addOwnTools(run: Run, own: readonly SdkTool[]): void {
  const {
    found: { agent },
    denied,
  } = run;
  const grants = agent.tools.flatMap((tool) => {
    const rule = tool.grant && ruleOf(tool);
    return rule ? [{ tool, rule }] : [];
  });
  const servers = new Set(own.map(({ server }) => server));
  // The policy of a tool decides also where a list would let it run, and is reported in its place.
  const hasPolicy = ({ server, tool }: { server?: string; tool: string }): boolean =>
    agent.mcpServers.some(({ name, tools }) => name === server && tools.some((one) => one.name === tool));
  // The tools of a server of the program are known: its entries stand for them.
  agent.tools = agent.tools.filter(
    (tool) =>
      !grants.some(
        ({ tool: one, rule }) => one === tool && (servers.has(rule.server ?? '') || hasPolicy(rule)),
      ),
  );
  for (const { tool, server, policy } of own) {
    const name = `mcp__${server}__${tool.name}`;
    const rule = { text: name, tool: tool.name, server };
    if (policy === 'deny' || denied(rule)) continue;
    const grant = grants.find((one) => covers(one.rule, rule))?.tool.grant;
    const renamed = withSameBody({ ...tool, name }, tool);
    if (!grant || policy === 'ask' || tool.approval.state !== 'absent') {
      agent.tools.push(policy === 'ask' ? withSameBody({ ...renamed, ...askedBy(run) }, tool) : renamed);
      continue;
    }
    const at = movedTo(grant.at, tool.at, `tools[${pathName(name)}]`);
    agent.tools.push(withSameBody(granted({ ...renamed, at }, { ...grant, what: { of: 'tool' }, at }), tool));
  }
}
