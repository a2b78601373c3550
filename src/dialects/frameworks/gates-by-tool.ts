import { type Approval, type Evidence, editRemedy, type Remedy, type Tool } from '../../model/index.js';
import { type CodeSyntaxNode, resultIs } from '../../program/index.js';
import { computed } from '../agents/tool.js';
import { type FoundAgent, option, type Profile, textOf } from './framework.js';
import { exportOf } from './origins.js';
import { placed } from './places.js';

type ToolGates = NonNullable<Profile['agents']['toolGates']>;

/** What gates beside the tools state of one tool; undefined where they state nothing of it. */
type Stated = Evidence<Approval> | undefined;

/**
 * Gates that an agent states beside its tools: a map by their names, or a function for all. What they state of a tool wins
 * over the tool's own gate.
 */
export function gateByName({ agent, node, profile }: FoundAgent): void {
  const gates = profile.agents.toolGates;
  const options = node.call?.options;
  if (!gates || !options) return;
  const given = option(options, gates.option);
  const tools = [...agent.tools, ...agent.mcpServers.flatMap((one) => one.tools)];
  for (const tool of tools) {
    if (tool.kind === 'agent' || tool.ungateable || CONTAINED.has(tool.kind)) continue;
    const stated = given && gateOf(given, tool.name, gates, profile);
    if (stated) tool.approval = stated;
    const entry = given?.kind === 'object' ? given.get(tool.name) : undefined;
    // What lets it run is reported there.
    if (entry && stated && letsRun(stated)) tool.at = placed(entry.at('key'), tool.at.path, entry.at());
    tool.gateRemedy = remedyFor(tool, node, given, gates);
  }
  for (const server of agent.mcpServers) {
    const stated = given && gateOf(given, undefined, gates, profile);
    if (stated && server.toolGate) server.toolGate = { ...server.toolGate, approval: stated };
  }
}

const letsRun = (stated: Evidence<Approval>): boolean =>
  stated.state === 'absent' || (stated.state === 'shown' && stated.value.by === 'machine');

/** Kinds of tools that the operator of the model runs. */
const CONTAINED: ReadonlySet<Tool['kind']> = new Set([
  'web_search',
  'file_search',
  'code_interpreter',
  'image_generation',
]);

function gateOf(given: CodeSyntaxNode, name: string | undefined, gates: ToolGates, profile: Profile): Stated {
  const made = exportOf(given, profile.framework);
  const [first] = given.call?.positional ?? [];
  const enforced = made === undefined ? undefined : gates.measured?.[made];
  if (enforced !== undefined && first) {
    const stated = given.call?.positional[1]?.get(enforced);
    if (stated?.scalar === false) {
      const value = { by: 'machine', stated: `${made}() with ${enforced}: false` } as const;
      return { state: 'shown', value, at: stated.written() };
    }
    return stated?.scalar === true ? gateOf(first, name, gates, profile) : computed(stated ?? given);
  }
  if (made !== undefined && gates.policies?.includes(made))
    return { state: 'undecidable', why: `the policy of \`${made}()\` decides`, at: given.written() };
  if (given.kind === 'null') return undefined;
  if (given.reference?.kind === 'function') return statusOf(given, gates);
  if (given.kind !== 'object') return computed(given);
  if (name === undefined) return undefined;
  const entry = given.get(name);
  return entry && entry.kind !== 'null' ? statusOf(entry, gates) : undefined;
}

/** What one entry, or a function, states. */
function statusOf(node: CodeSyntaxNode, gates: ToolGates): Evidence<Approval> {
  const at = node.written();
  const { option: name, asks, runs, open, refuses } = gates;
  const may = [asks, runs, open, refuses].map((one) => [one, givesStatus(node, one, gates)] as const);
  const only = may.find(([, certainty]) => certainty === 'always')?.[0];
  const stated = `${name}: ${only ?? 'a function decides'}`;
  if (only === asks) return { state: 'shown', value: { by: 'human', stated, interrupts: true }, at };
  if (only === runs) return { state: 'shown', value: { by: 'machine', stated }, at };
  // The call is refused each time: nothing runs.
  if (only === refuses) return { state: 'shown', value: { by: 'conditional', stated }, at };
  if (only === open) return { state: 'absent', at, why: `\`${name}\` states that nobody is asked` };
  if (node.reference?.kind !== 'function') return computed(node);
  const never = may.filter(([, certainty]) => certainty === 'never').map(([one]) => one);
  if (never.includes(asks) && never.includes(refuses)) {
    const why = `the function in \`${name}\` asks nobody`;
    return never.includes(runs)
      ? { state: 'absent', at, why }
      : { state: 'shown', value: { by: 'machine', stated: `${name}: a function that asks nobody` }, at };
  }
  return { state: 'shown', value: { by: 'conditional', stated, interrupts: true }, at };
}

/** Whether a value, or each result of a function, is a status. */
function givesStatus(
  node: CodeSyntaxNode,
  status: string,
  { kind, open }: ToolGates,
): 'always' | 'never' | 'perhaps' | undefined {
  if (node.reference?.kind === 'function') {
    const { returned } = node.reference;
    if (returned.length === 0) return status === open ? 'always' : 'never';
    const results = [status, ...(kind === undefined ? [] : [{ [kind]: status }])].map((one) =>
      resultIs(node, one),
    );
    if (results.includes('always')) return 'always';
    return results.every((one) => one === 'never') ? 'never' : 'perhaps';
  }
  const member = kind !== undefined && node.kind === 'object' ? node.get(kind) : node;
  const text = textOf(member);
  if (text === undefined) return undefined;
  return text === status ? 'always' : 'never';
}

/** The edit that makes a tool require approval beside the tools: `toolApproval: { refund: 'user-approval' }`. */
function remedyFor(
  { name }: Tool,
  node: CodeSyntaxNode,
  given: CodeSyntaxNode | undefined,
  { option: key, asks }: ToolGates,
): Remedy {
  const callee = node.call?.callee ?? 'call';
  const written = /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`;
  const entry = `${key}: { ${written}: '${asks}' }`;
  const then = 'each call of it then ends the run with a request that a person answers';
  if (given === undefined || given.kind === 'null')
    return editRemedy(
      `Add \`${entry}\` to this \`${callee}()\``,
      () => node.edit()?.merge({ [key]: { [name]: asks } }),
      then,
    );
  if (given.kind !== 'object')
    return { text: `Return \`'${asks}'\` for \`${name}\` from \`${key}\`: ${then}.` };
  const stated = given.keys().includes(name) ? given.get(name) : undefined;
  return stated
    ? editRemedy(`Set \`${entry}\``, () => stated.edit()?.replace(asks), then)
    : editRemedy(
        `Add \`${written}: '${asks}'\` to \`${key}\``,
        () => given.edit()?.merge({ [name]: asks }),
        then,
      );
}
