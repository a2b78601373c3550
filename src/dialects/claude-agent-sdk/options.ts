import {
  type Agent,
  type ApprovalMode,
  approvalBy,
  type Grant,
  type McpServer,
  type Tool,
} from '../../model/index.js';
import { type CodeSyntaxNode, resultIs, type ValuePattern } from '../../program/index.js';
import { computed, toolOf } from '../agents/tool.js';
import { type Client, clientOf } from '../clients/client.js';
import { readLists } from '../clients/lists.js';
import { readMode } from '../clients/modes.js';
import { CLIENT_SANDBOX } from '../clients/sandbox.js';
import { textsOf } from '../clients/settings.js';
import type { FoundAgent, OptionReading } from '../frameworks/framework.js';
import { namesOf } from '../frameworks/guardrails.js';
import { pathName, placed } from '../frameworks/places.js';
import { SUGGESTED_TURNS, turnsOf } from '../frameworks/runs.js';
import { toolNamed } from '../permissions/built-in.js';
import facts from '../permissions/claude-tools.json' with { type: 'json' };
import { granted } from '../permissions/grants.js';
import { coverageBy, covers, type PermissionRule, readRule } from '../permissions/permission-rules.js';
import type { ToolGate } from '../servers/mcp-shapes.js';
import { runProfile, SUBAGENT, spelt } from './clients.js';
import { type Hook, hooksIn } from './hooks.js';
import { readServerMap, type SdkTool } from './servers.js';

/** The options of one run while they are read. */
interface Run {
  found: FoundAgent;
  options: CodeSyntaxNode;
  /** The run has options; else `options` are the arguments of the call. */
  isStated: boolean;
  get(key: string): CodeSyntaxNode | undefined;
  name(key: string): string;
  client: Client;
  mode: ApprovalMode | undefined;
  hooks: readonly Hook[];
  denied: (rule: PermissionRule) => boolean;
  reading: OptionReading;
}

/** Reads the options of a run of Claude Code: its tools, what runs without approval, and who answers for the rest. */
export function readOptions(
  found: FoundAgent,
  options: CodeSyntaxNode | undefined,
  reading: OptionReading,
): void {
  const { agent, node, profile, unresolved } = found;
  const { language } = profile;
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
  const get = (key: string): CodeSyntaxNode | undefined => options?.get(name(key));
  const client = clientOf(root, runProfile(language), {});
  const denied = textsOf(get('disallowedTools')).flatMap((text) => readRule(text) ?? []);
  const mode = options && readMode(options, client, unresolved);
  const run: Run = {
    found,
    options: root,
    isStated: options !== undefined,
    get,
    name,
    client: { ...client, gate: { approval: { state: 'absent' } } },
    mode,
    hooks: [],
    denied: coverageBy(denied),
    reading,
  };
  if (mode) agent.mode = mode;
  run.client.gate = gateOf(run);
  run.hooks = hooksIn(get('hooks'), agent, unresolved);
  listOpen(run);
  const own = readServers(run);
  if (options) readLists(options, run.client, agent, unresolved);
  addBuiltIn(run);
  addOwnTools(run, own);
  agent.tools = agent.tools.map((tool) => settled(tool, run, own));
  addSubagents(run);
  boundTurns(run);
  readHookGuardrails(run);
}

/** Lists options that are computed: what they add is not known. */
function listOpen({ get, name, found }: Run): void {
  for (const key of ['allowedTools', 'disallowedTools', 'tools', 'mcpServers', 'agents', 'hooks']) {
    const stated = get(key);
    const open =
      stated?.kind === 'dynamic'
        ? stated
        : stated?.items().find(({ kind, scalar }) => kind === 'dynamic' && scalar === undefined);
    if (!open) continue;
    const what = `\`${name(key)}\` of \`${found.agent.name}\``;
    found.unresolved.push({
      what,
      why: open.why ?? 'computed at run time',
      at: open.written(),
      toolsOf: found.agent.name,
    });
  }
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

/** The gate of what no list and no hook is about. */
function gateOf(run: Run): ToolGate {
  const { get, name, mode, options } = run;
  const modeNode = get('permissionMode');
  const callback = get('canUseTool');
  const key = name('permissionMode');
  const gateRemedy = {
    text: `Set \`${key}\` to \`default\`, and ask a person in \`${name('canUseTool')}\`.`,
    repair: {
      title: `Set \`${key}\` to \`default\``,
      edits: () => (run.isStated ? options.edit()?.set(key, 'default') : undefined),
    },
  };
  const answered = callback && answerOf(callback, run);
  if (answered?.approval.state === 'shown' && answered.approval.value.by === 'machine') return answered;
  if (modeNode?.kind === 'dynamic') return { approval: computed(modeNode), gateRemedy };
  if (!mode) {
    const why = `no \`${key}\` is stated: the settings of the machine and the model decide`;
    return { approval: { state: 'undecidable', why }, gateRemedy };
  }
  if (mode.asks === 'as-model-decides')
    return {
      approval: { state: 'undecidable', why: `\`${mode.setting}\`: a model decides`, at: mode.at },
      gateRemedy,
    };
  const asks = { by: 'human', stated: mode.stated, setting: mode.setting ?? mode.stated } as const;
  const asked: ToolGate = { approval: { state: 'shown', value: asks, at: mode.at }, gateRemedy };
  // What neither a list nor a person allows is refused.
  if (mode.stated === 'dontAsk') return asked;
  const prompt = get('permissionPromptToolName');
  if (prompt && prompt.kind !== 'null') {
    const why = `whether the tool of \`${name('permissionPromptToolName')}\` asks a person is not known`;
    return { approval: { state: 'undecidable', why, at: prompt.written() }, gateRemedy };
  }
  return answered ?? asked;
}

/** What an answer that approves is, in each language. */
const ALLOWS: Readonly<Record<'typescript' | 'python', ValuePattern>> = {
  typescript: { behavior: 'allow' },
  python: { '()': 'PermissionResultAllow' },
};

/** The gate that a permission callback answers. Which calls it approves by itself, the sinks of the profile find. */
function answerOf(callback: CodeSyntaxNode, { found, name }: Run): ToolGate | undefined {
  if (callback.kind === 'null') return undefined;
  const key = name('canUseTool');
  const at = callback.written();
  const allows = resultIs(callback, ALLOWS[found.profile.language]);
  if (allows === 'always') {
    const value = { by: 'machine', stated: `${key} always allows` } as const;
    const text = `Ask a person in \`${key}\`, and deny the call if the answer is no. Or remove it: the SDK then refuses what no list allows.`;
    const repair = { title: `Remove \`${key}\``, edits: () => callback.edit()?.remove() };
    return { approval: { state: 'shown', value, at }, gateRemedy: { text, repair } };
  }
  if (callback.reference?.kind !== 'function') {
    const why = `whether \`${key}\` asks a person is not known`;
    return { approval: { state: 'undecidable', why, at } };
  }
  return { approval: { state: 'shown', value: { by: 'human', stated: key }, at } };
}

/** Adds the built-in tools that a run has, where no list of tools names them. */
function addBuiltIn({ found: { agent }, get, client, denied }: Run): void {
  const isDenied = ({ name, grant }: Tool): boolean => {
    const rule = grant ? undefined : readRule(name);
    return rule !== undefined && denied(rule);
  };
  agent.tools = agent.tools.filter((tool) => !isDenied(tool));
  const list = get('tools');
  if (list && list.kind !== 'null' && list.kind !== 'object') return;
  for (const name of facts.acting) {
    const at = placed(agent.at, `${agent.at.path}.tools[${name}]`);
    const tool = { ...toolNamed(name, client.kindOf(name), at, client.gate.approval), ...client.gate };
    if (!isDenied(tool) && !agent.tools.some((one) => one.name === name)) agent.tools.push(tool);
  }
}

/** Adds the servers of a run; returns the tools of those that the program itself defines. */
function readServers(run: Run): readonly SdkTool[] {
  const { found, get, reading, client, denied } = run;
  const { servers, tools } = readServerMap(get('mcpServers'), found, reading, client.gate);
  const listed = textsOf(get('disallowedTools')).flatMap((text) => readRule(text) ?? []);
  const isOff = ({ name }: McpServer) => denied({ text: '', tool: '*', server: name });
  for (const server of servers.filter((one) => !isOff(one))) {
    const blocked = listed.filter((rule) => rule.server === server.name).map(({ tool }) => tool);
    if (blocked.length > 0) server.blockedTools = blocked;
    found.agent.mcpServers.push(server);
  }
  return tools;
}

/** Adds the tools of the program's own servers. One that a list lets run is reported at the entry of the list. */
function addOwnTools({ found: { agent }, denied }: Run, own: readonly SdkTool[]): void {
  const grants = agent.tools.flatMap((tool) => {
    const rule = tool.grant && ruleOf(tool);
    return rule ? [{ tool, rule }] : [];
  });
  const servers = new Set(own.map(({ server }) => server));
  // The tools of such a server are known: its entries stand for them.
  agent.tools = agent.tools.filter(
    (tool) => !grants.some((one) => one.tool === tool && servers.has(one.rule.server ?? '')),
  );
  for (const { tool, server, policy } of own) {
    const name = `mcp__${server}__${tool.name}`;
    const rule = { text: name, tool: tool.name, server };
    if (policy === 'deny' || denied(rule)) continue;
    const grant = grants.find((one) => covers(one.rule, rule))?.tool.grant;
    const renamed = { ...tool, name };
    if (!grant || policy === 'ask' || tool.approval.state !== 'absent') {
      agent.tools.push(policy === 'ask' ? { ...renamed, approval: ASKED } : renamed);
      continue;
    }
    const at = placed(grant.at, `tools[${pathName(name)}]`);
    agent.tools.push(granted({ ...renamed, at }, { ...grant, what: { of: 'tool' }, at }));
  }
}

const ASKED: Tool['approval'] = {
  state: 'shown',
  value: { by: 'human', stated: 'always_ask', setting: 'permission_policy: always_ask' },
};

const ruleOf = ({ name, server }: Tool): PermissionRule | undefined =>
  readRule(server === undefined ? name : `mcp__${server}__${name}`);

/** A tool with the gate that hooks, the mode and the sandbox leave it. */
function settled(tool: Tool, run: Run, own: readonly SdkTool[]): Tool {
  const { mode, client, get } = run;
  const defined = own.find(({ server, tool: { name } }) => tool.name === `mcp__${server}__${name}`);
  // A person who is asked in the body of the tool is asked whatever lets it run.
  if (defined?.policy === 'ask' || (defined && defined.tool.approval.state !== 'absent')) return tool;
  if (mode?.asks === 'nobody') return granted(tool, byMode(mode));
  if (tool.grant) return tool;
  const rule = ruleOf(tool);
  const hook = run.hooks.find(({ covers: isFor }) => rule && isFor(rule));
  if (hook?.says === 'allow') return granted(tool, hook.grant);
  if (hook) return { ...tool, approval: hook.approval };
  const kind = client.kindOf(tool.name);
  if (mode?.asks === 'except-edits' && kind === 'edit') return granted(tool, byMode(mode));
  const sandbox = get('sandbox');
  if (kind === 'shell' && client.sandbox && sandbox && isAutomatic(sandbox))
    return granted(tool, {
      who: 'agent',
      what: { of: 'tool' },
      setting: 'sandbox.autoAllowBashIfSandboxed',
      at: sandbox.written(),
      containedBy: CLIENT_SANDBOX,
      remedy: { text: 'Set `autoAllowBashIfSandboxed` of `sandbox` to false: commands then need approval.' },
    });
  return { ...tool, ...client.gate };
}

const isAutomatic = (sandbox: CodeSyntaxNode): boolean =>
  sandbox.get('autoAllowBashIfSandboxed')?.scalar !== false;

const byMode = ({ stated, at, remedy, containedBy }: ApprovalMode): Grant => ({
  who: 'agent',
  what: { of: 'tool' },
  setting: stated,
  at,
  remedy,
  ...(containedBy && { containedBy }),
});

/** Adds the subagents that the options define. Each runs with the mode and the lists of the run. */
function addSubagents(run: Run): void {
  const { found, get, reading } = run;
  const map = get('agents');
  if (map?.kind !== 'object') return;
  for (const name of map.keys()) {
    const node = map.get(name);
    const definition = node?.call?.options ?? node;
    if (!node || !definition) continue;
    const path = `agents[${pathName(name)}]`;
    const at = placed(map.get(name)?.at('key') ?? node.at(), path);
    const agent: Agent = {
      name,
      at,
      nameAt: at,
      tools: [],
      mcpServers: [],
      handoffs: [],
      delegatesTo: [],
      guardrails: {
        input: { state: 'inexpressible', why: 'a subagent has no hooks of its own' },
        output: { state: 'inexpressible', why: 'a subagent has no hooks of its own' },
      },
    };
    const sub: FoundAgent = {
      agent,
      node,
      profile: found.profile,
      isSpoken: false,
      handsOffTo: [],
      calls: [],
      unresolved: [],
    };
    readSubagent(sub, definition, run);
    reading.add(sub, name);
    const tool = toolOf({ name, kind: 'agent' }, placed(at, `${found.agent.at.path}.${path}`), {
      state: 'absent',
    });
    found.agent.tools.push(tool);
    found.calls.push({ to: sub, tool, by: { name, at } });
  }
}

function readSubagent(sub: FoundAgent, definition: CodeSyntaxNode, run: Run): void {
  const { agent, unresolved } = sub;
  if (definition.kind === 'dynamic') {
    const why = definition.why ?? 'computed at run time';
    unresolved.push({
      what: `the subagent \`${agent.name}\``,
      why,
      at: definition.written(),
      toolsOf: agent.name,
    });
    return;
  }
  const own = clientOf(definition, SUBAGENT, {});
  const mode = readMode(definition, own, unresolved);
  if (mode) agent.mode = mode;
  readLists(definition, { ...own, gate: run.client.gate, sandbox: run.client.sandbox }, agent, unresolved);
  const model = definition.get('model');
  if (typeof model?.scalar === 'string') agent.model = model.scalar;
  const list = definition.get('tools');
  if (list?.kind === 'dynamic')
    unresolved.push({
      what: `\`tools\` of \`${agent.name}\``,
      why: list.why ?? 'computed at run time',
      at: list.written(),
      toolsOf: agent.name,
    });
  const grants = run.found.agent.tools.flatMap((tool) => {
    const rule = tool.grant && ruleOf(tool);
    return tool.grant && rule ? [{ rule, grant: tool.grant, tool }] : [];
  });
  agent.tools = agent.tools
    .filter((tool) => {
      const rule = ruleOf(tool);
      return !rule || !run.denied(rule);
    })
    .map((tool) => {
      const rule = ruleOf(tool);
      const held = rule && grants.find((one) => covers(one.rule, rule));
      // The entry of the run is reported once, with the run.
      if (held) return { ...tool, approval: approvalBy(held.grant), grant: held.grant, at: held.tool.at };
      return settled(tool, mode ? { ...run, mode } : run, []);
    });
}

/** The limit of turns: without one, and without a limit of cost, nothing ends a loop. */
function boundTurns({ found, get, name, options, isStated }: Run): void {
  const { agent, node, profile } = found;
  const stated = get('maxTurns');
  if (stated && stated.kind !== 'null') {
    const turns = turnsOf(stated, agent.name, profile);
    if (turns) found.bound = turns;
    return;
  }
  if ([get('maxBudgetUsd'), get('taskBudget')].some((one) => one && one.kind !== 'null')) return;
  const key = name('maxTurns');
  const at = placed(node.at(), `runs[${agent.name}].maxTurns`);
  const within = profile.agents.within;
  found.bound = {
    of: agent.name,
    limit: { state: 'shown', value: null, at },
    at,
    words: {
      off: `\`${key}\` is not set, and the SDK has no default`,
      edit: `Set \`${key}\` to ${SUGGESTED_TURNS}, or to the number of turns that the task needs.`,
      turns: SUGGESTED_TURNS,
    },
    repair: {
      title: `Set \`${key}\` to ${SUGGESTED_TURNS}`,
      edits: () =>
        isStated
          ? options.edit()?.set(key, SUGGESTED_TURNS)
          : within === undefined
            ? undefined
            : options.edit()?.set(within, { [key]: SUGGESTED_TURNS }),
    },
  };
}

/** Hooks that may stop a prompt, or the end of a run, check what comes in and what goes out. */
function readHookGuardrails({ found: { agent }, get }: Run): void {
  const hooks = get('hooks');
  if (!hooks || hooks.kind === 'null') return;
  const of = (event: string) => (hooks.kind === 'dynamic' ? namesOf(hooks) : namesOf(hooks.get(event)));
  agent.guardrails = { input: of('UserPromptSubmit'), output: of('Stop') };
}
