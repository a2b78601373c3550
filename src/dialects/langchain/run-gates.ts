import { codeSpan, type Place, type Remedy, type Tool } from '../../model/index.js';
import { isTestFile } from '../../model/test-file.js';
import { type CodeSyntaxNode, valueOfNode } from '../../program/index.js';
import { entryGate, interruptGate } from '../frameworks/agent-gates.js';
import { sentBy } from '../frameworks/deciders/sent.js';
import type { AgentGates, FoundAgent, Framework, GateMap, Interrupts } from '../frameworks/framework.js';
import {
  answeredBy,
  concluded,
  concludeEach,
  type Gate,
  type GateStatement,
  notKnown,
  weakest,
} from '../frameworks/gate-levels.js';
import { answeredBySent } from '../frameworks/gates.js';
import { languageIn, wordIn } from '../frameworks/language-rules.js';
import { movedTo } from '../frameworks/places.js';
import { interruptsIn, isMap } from '../frameworks/rows/gates-of-agents.js';
import { factsIn, gives, optionsOfThing, type Thing, thingAt } from '../frameworks/rows/things.js';

/** What a run of an agent states for its tools, in place of what the agent states itself or beside it. */
interface RunGates {
  /** The nodes around which a run asks. */
  readonly interrupts: Interrupts;
  /** The map that replaces those of the agent for a run. */
  readonly map?: CodeSyntaxNode | undefined;
  /** The option with that map. */
  readonly mapOption?: string;
  /** Settings that functions of the run read. */
  readonly configured?: CodeSyntaxNode | undefined;
  /** Whether it has settings, or a context, that may differ from defaults of the program. */
  readonly isConfigured?: boolean;
  /** Why whoever sends a request decides about that map. */
  readonly sent?: string | undefined;
  readonly at: Place;
}

/**
 * Applies what the runs of an agent state: a gate counts if every run states it, and a map that replaces those of the agent
 * lets run what it does not gate. Runs of one agent are each other's alternatives; those in tests are not counted.
 */
export function gateByRuns(found: FoundAgent, nodes: readonly CodeSyntaxNode[]): void {
  const { agent, gates, framework } = found;
  const counted = nodes.filter(({ document: { file } }) => !isTestFile(file));
  const runs = counted.flatMap((node) => statedAt(node, framework) ?? []);
  if (!gates || runs.length === 0) return;
  const [map] = gates.maps;
  const ofTool = (tool: Tool): GateStatement[] => {
    const replaced = map ? runs.flatMap((run) => replacedBy(tool, run, map, framework) ?? []) : [];
    const weak = weakest(replaced, ({ gate }) => gate);
    return [
      ...(weak ? [{ level: 'run', replaces: true, ...weak } as const] : []),
      { level: 'run', gate: (inner) => switchedBy(inner, runs) },
      { level: 'run', gate: () => interruptedBy(tool, runs, gates, found) },
    ];
  };
  concludeEach(
    agent,
    (tool) => concluded(tool, ofTool(tool)),
    [],
    () => false,
  );
}

/** Where settings of a run may switch a gate on. */
function switchedBy(inner: Gate, runs: readonly RunGates[]): Gate | undefined {
  const { off } = inner.state === 'absent' ? inner : {};
  const setting = off?.by === 'run' ? off.setting : undefined;
  const set = runs.find(({ configured }) => setting !== undefined && configured?.keys().includes(setting));
  if (set) return notKnown(set.at, `a run sets ${codeSpan(setting ?? '')}`);
  const other = off?.by === 'defaults' ? runs.find((run) => run.isConfigured) : undefined;
  return other && notKnown(other.at, 'settings of a run may switch its gate on');
}

/** The gate around the node of a tool, where each run states one. */
function interruptedBy(
  tool: Tool,
  runs: readonly RunGates[],
  gates: AgentGates,
  { agent, framework }: FoundAgent,
): Gate | undefined {
  const option = runs[0]?.interrupts.options?.before;
  if (!option) return undefined;
  const [bare] = runs.filter(({ interrupts: { before, after } }) => !before && !after);
  const stating = runs.filter(({ interrupts: { before, after } }) => before || after);
  const node = gates.nodeOf(tool);
  const stated = stating.flatMap(
    ({ interrupts }) => interruptGate(node, { ...gates, interrupts }, framework) ?? [],
  );
  if (stated.length === 0 || (!bare && stated.length < stating.length)) return undefined;
  const why = `another run of \`${agent.name}\` states no \`${option}\``;
  return bare ? { state: 'absent', at: bare.at, why } : weakest(stated, (one) => one);
}

/** What the call of a run states; undefined where it runs no agent. */
function statedAt(node: CodeSyntaxNode, framework: Framework): RunGates | undefined {
  const thing = thingAt(node, framework);
  if (!gives(thing, 'run')) return undefined;
  const interrupts = interruptsIn(thing);
  return { at: node.at(), interrupts, ...replacedIn(thing, framework), ...configuredIn(thing) };
}

/** The map of a run that replaces those of its agent, or who decides about it. */
function replacedIn(thing: Thing, framework: Framework): Partial<RunGates> {
  const [fact] = factsIn(thing, 'gate').filter(({ arg }) => isMap(arg));
  if (!fact) return {};
  const { value: map, arg } = fact;
  const sent = map.kind === 'object' ? undefined : sentBy(valueOfNode(map), thing.node, framework);
  // What has the map may be computed whole: then it may have none.
  const holder = optionsOfThing(thing).get(arg.path[0]);
  const isHolder = holder?.offsets.start === map.offsets.start && arg.path.length > 1;
  return { map: isHolder ? undefined : map, mapOption: arg.path.join('.'), sent };
}

/** Settings that functions of a run read, without those of the framework itself. */
function configuredIn(thing: Thing): Pick<RunGates, 'configured' | 'isConfigured'> {
  const facts = factsIn(thing, 'configures').filter(({ value }) => value.kind !== 'null');
  return {
    configured: facts.find(({ arg }) => arg.own)?.value,
    isConfigured: facts.some(
      ({ value, arg: { own } }) =>
        value.kind !== 'object' || !own || value.keys().some((key) => !own.includes(key)),
    ),
  };
}

/** The gate of a tool in a run that replaces the map of its agent. */
function replacedBy(
  { name, at: own, approval }: Tool,
  { map, mapOption: option = '', sent, at }: RunGates,
  { decisions }: GateMap,
  framework: Framework,
): { readonly gate: Gate; readonly at?: Place; readonly remedy?: Remedy } | undefined {
  if ((!map && sent === undefined) || approval.state !== 'shown' || !approval.value.interrupts)
    return undefined;
  const remedy = {
    text: `Remove \`${option}\` from this run: the gates of the agent then apply to it.`,
    ...(map ? { repair: { title: `Remove \`${option}\``, edits: () => map.edit()?.remove() } } : {}),
  };
  const place = map?.written() ?? at;
  const answered = (gate: Gate) => ({ gate, at: movedTo(gate.at ?? place, own), remedy });
  if (sent !== undefined) return answered(answeredBySent(option, sent, place, 'value'));
  const stated = map && entryGate(name, { map, option, decisions }, framework);
  if (stated?.state === 'undecidable') return { gate: stated };
  if (stated?.state === 'shown' && stated.value.by !== 'machine') return undefined;
  if (stated?.state === 'shown') return answered(stated);
  const off = wordIn(languageIn(at.file), false);
  if (stated) return answered(answeredBy('machine', `${option}: ${off}`, stated.at ?? place));
  return answered(answeredBy('machine', option, place, { manner: `without \`${name}\`` }));
}
