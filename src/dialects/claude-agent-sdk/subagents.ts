import { type Agent, type ApprovalMode, approvalBy } from '../../model/index.js';
import type { CodeSyntaxNode } from '../../program/index.js';
import { bareAgent } from '../agents/agent.js';
import { toolOf } from '../agents/tool.js';
import { clientOf } from '../clients/client.js';
import { readLists } from '../clients/lists.js';
import { readMode } from '../clients/modes.js';
import { type FoundAgent, textOf } from '../frameworks/framework.js';
import { pathName, placed } from '../frameworks/places.js';
import { SUGGESTED_TURNS } from '../frameworks/turn-limits.js';
import { covers } from '../permissions/permission-rules.js';
import { subagentProfile } from './clients.js';
import { askedBy, settled } from './gates.js';
import { computedMode } from './modes.js';
import { isGiven, type Run, ruleOf } from './run.js';
import { readServerMap } from './servers.js';
import { hasBudget, turnsOf, unlimited } from './turns.js';

/** Adds the subagents that the options define. Each runs with the mode and the lists of the run. */
export function addSubagents(run: Run): void {
  const stated = run.get('agents');
  // `agents = {...} if advised else None`: those of each map that the option may be.
  for (const map of [stated, ...(stated?.may ?? [])]) if (map?.kind === 'object') addAllOf(map, run);
}

function addAllOf(map: CodeSyntaxNode, run: Run): void {
  const { found, reading } = run;
  for (const name of map.keys()) {
    const node = map.get(name);
    const definition = node?.call?.options ?? node;
    if (!node || !definition) continue;
    const path = `agents[${pathName(name)}]`;
    const at = placed(map.get(name)?.at('key') ?? node.at(), path);
    const bare = bareAgent(name, node, 'a subagent has no hooks of its own');
    const agent: Agent = { ...bare, at, nameAt: at };
    const sub: FoundAgent = {
      agent,
      node,
      framework: found.framework,
      rows: found.rows,
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

/** Keys of a definition that give it files to write, or another agent that follows it. */
const UNREAD = ['memory', 'observer'];

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
  const { language } = run.found.rows;
  // Python takes the first arguments by place, too: the list of tools is the third.
  if ((sub.node.call?.positional.length ?? 0) > 2 && language === 'python') {
    const what = `the subagent \`${agent.name}\``;
    const why = 'its tools are given by place and not by name';
    unresolved.push({ what, why, at: sub.node.written(), toolsOf: agent.name });
    return;
  }
  const own = clientOf(definition, subagentProfile(language), {});
  const stated = readMode(definition, own, unresolved, computedMode);
  const mode = modeUnder(stated, run.mode);
  if (stated && mode === stated) agent.mode = stated;
  for (const key of UNREAD) {
    const value = definition.get(key);
    if (!isGiven(value)) continue;
    const why = 'agent-lint does not read it yet';
    unresolved.push({ what: `\`${key}\` of \`${agent.name}\``, why, at: value.written() });
  }
  const turns = definition.get('maxTurns');
  if (isGiven(turns)) {
    sub.bounds = [turnsOf(turns, agent.name, 'maxTurns', language)];
  } else if (isGiven(run.get('maxTurns')) && !hasBudget(run)) {
    // Without a limit of the run, both are one flaw: that of the run.
    const at = placed(agent.at, `runs[${pathName(agent.name)}].maxTurns`);
    const off = 'its definition does not set `maxTurns`';
    const edits = () => definition.edit()?.set('maxTurns', SUGGESTED_TURNS);
    sub.bounds = [unlimited({ of: agent.name, key: 'maxTurns', off, at }, edits)];
  }
  readLists(definition, { ...own, gate: run.client.gate, sandbox: run.client.sandbox }, agent, unresolved);
  const model = definition.get('model');
  if (typeof model?.scalar === 'string') agent.model = model.scalar;
  addServers(sub, definition.get('mcpServers'), mode ? { ...run, mode } : run);
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

/** The mode of a subagent: that of the run counts where it asks less than a person. */
function modeUnder(own: ApprovalMode | undefined, ofRun: ApprovalMode | undefined): ApprovalMode | undefined {
  return ofRun && (ofRun.asks === 'nobody' || ofRun.asks === 'except-edits') && own?.asks !== 'nobody'
    ? ofRun
    : own;
}

/** Adds the servers of a definition. It names servers of the run, or states some; one that the program defines is ignored. */
function addServers(sub: FoundAgent, list: CodeSyntaxNode | undefined, run: Run): void {
  const { agent, unresolved } = sub;
  const known = run.get('mcpServers')?.keys() ?? [];
  for (const item of list?.items() ?? []) {
    const name = textOf(item);
    if (name !== undefined) {
      if (!known.includes(name))
        unresolved.push({
          what: `the MCP server \`${name}\` of \`${agent.name}\``,
          why: `\`${run.name('mcpServers')}\` does not name it`,
          at: item.written(),
          toolsOf: agent.name,
        });
      continue;
    }
    const { servers } = readServerMap(item, sub, run.reading, { gate: run.client.gate, asked: askedBy(run) });
    agent.mcpServers.push(...servers);
  }
}
