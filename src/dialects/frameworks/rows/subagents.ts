import { toolOf } from '../../agents/tool.js';
import type { CodeSyntaxNode } from '../../../program/index.js';
import type { Agents } from '../agents.js';
import { type FoundAgent, type Framework, textOf } from '../framework.js';
import { concluded, type Gate } from '../gate-levels.js';
import { lost, pathName, placed } from '../places.js';
import { entryAt, factsIn, type Thing, valueIn } from './things.js';

/** What reads the agents that a list of subagents has. */
export interface SubagentReaders {
  readonly at: Agents['at'];
  /** The agent that an object describes to the agent that starts it. */
  readonly described: (thing: Thing, under: FoundAgent) => FoundAgent;
}

/** Adds the agents that an agent runs as tools: a map by the names of the tools, or a list of agents or of objects. */
export function addSubagents(
  found: FoundAgent,
  list: CodeSyntaxNode,
  { at, described }: SubagentReaders,
  framework: Framework,
): void {
  const { agent, unresolved } = found;
  const lose = (node: CodeSyntaxNode) => unresolved.push(lost(node, `a subagent of \`${agent.name}\``));
  if (!['object', 'array', 'null'].includes(list.kind)) lose(list);
  const named =
    list.kind === 'object' ? list.keys().map((key) => ({ key, node: list.get(key) ?? list })) : [];
  for (const { key, node } of [...named, ...list.items().map((item) => ({ key: undefined, node: item }))]) {
    const stated = node.kind === 'object' ? node : node.call?.options;
    const own = at(node);
    const entry = own ? undefined : entryAt('subagents', stated, framework);
    const [remote] = factsIn(entry, 'remote');
    const called = textOf(valueIn(entry, 'name'));
    if (remote) {
      const why = `it runs on a server (\`${remote.arg.key}\`), and gates of \`${agent.name}\` do not apply to it`;
      const what = `the tools of \`${called ?? 'a subagent'}\``;
      unresolved.push({ what, why, at: node.written(), toolsOf: agent.name });
      continue;
    }
    const ran = valueIn(entry, 'same');
    const isDescribed = stated?.kind === 'object' && factsIn(entry, 'name').length > 0;
    const to = own ?? (ran ? at(ran) : entry && isDescribed ? described(entry, found) : undefined);
    if (!to) {
      lose(node);
      continue;
    }
    if (ran) noteNotInherited(to, found);
    addSubagent(found, to, { name: key ?? called ?? to.agent.name, node }, own ? undefined : node);
  }
}

/** Adds an agent as a tool of another one. `item`: what describes it. */
export function addSubagent(
  { agent, calls }: FoundAgent,
  to: FoundAgent,
  { name, node }: { readonly name: string; readonly node: CodeSyntaxNode },
  item?: CodeSyntaxNode,
): void {
  const place = placed(node.written(), `${agent.at.path}.subagents[${pathName(name)}]`);
  const tool = toolOf({ name, kind: 'agent' }, place, { state: 'absent' });
  agent.tools.push(tool);
  calls.push({ to, tool, by: { name: to.agent.name, at: place }, ...(item && { item }) });
}

/** Says of the tools of an agent that is built by itself that the gates of the one which starts it do not apply to them. */
function noteNotInherited({ agent: to }: FoundAgent, { agent, gates }: FoundAgent): void {
  const own = gates?.maps.find(({ item, isInherited }) => !item && !isInherited);
  if (!own) return;
  const why = `\`${own.option}\` of \`${agent.name}\` does not apply to a subagent that is built by itself`;
  to.tools = to.tools.map((tool) => {
    const gate = (inner: Gate) =>
      inner.state === 'absent' && !inner.why && own.map.get(tool.name) ? { ...inner, why } : undefined;
    return concluded(tool, [{ level: 'agent', gate }]);
  });
}
