import type { CodeSyntaxNode } from '../../program/index.js';
import { QUIET_GLOBALS, QUIET_METHODS } from '../agents/quiet-calls.js';
import plain from './deciders/plain-calls.json' with { type: 'json' };
import type { Profile } from './framework.js';
import { calledOn, exportOf, instanceName, isAgentName, isRunName } from './origins.js';

/** Functions that call each other are followed no further than this. */
const DEEPEST = 2;

/**
 * The agents that a function runs, if it does nothing else: such a function is an agent that is called like a tool,
 * however it is written. Undefined if it runs none, or an unknown one, or calls code that may act itself.
 */
export function agentsRunBy(node: CodeSyntaxNode, profile: Profile): RunAgents | undefined {
  const runs: Runs = { agents: new Map(), sharesLimit: true, isAtOnce: false };
  const isAgent = onlyRuns(node, profile, runs, 0) && (runs.agents.size > 0 || runs.isAtOnce);
  if (!isAgent) return undefined;
  return { agents: [...runs.agents.values()], sharesLimit: runs.sharesLimit };
}

/** The agents that a function runs; none where calls that are agents themselves run. `sharesLimit`: each run counts toward the limit of the run that calls it. */
export interface RunAgents {
  readonly agents: readonly CodeSyntaxNode[];
  readonly sharesLimit: boolean;
}

interface Runs {
  readonly agents: Map<string, CodeSyntaxNode>;
  sharesLimit: boolean;
  /** Whether a call that is an agent itself runs: `generateText()`. */
  isAtOnce: boolean;
}

function onlyRuns({ reference }: CodeSyntaxNode, profile: Profile, runs: Runs, depth: number): boolean {
  if (reference?.kind !== 'function' || depth > DEEPEST) return false;
  return (
    reference.calls?.every((one) => isRun(one, profile, runs) || isPlain(one, profile, runs, depth)) ?? false
  );
}

function isRun(node: CodeSyntaxNode, profile: Profile, runs: Runs): boolean {
  const { call } = node;
  const name = exportOf(node, profile.framework) ?? instanceName(node, profile.framework);
  if (!call || name === undefined) return false;
  if (profile.agents.atOnce?.includes(name)) {
    runs.isAtOnce = true;
    return true;
  }
  if (!isRunName(name, profile)) return false;
  const given = [call.positional[0], call.named.get(profile.runs.fields.agent), calledOn(node)];
  const started = given.find((one) => one && isAgentName(exportOf(one, profile.framework), profile));
  if (!started) return false;
  runs.agents.set(started.identity, started);
  const { sharedLimit } = profile.runs;
  runs.sharesLimit &&= sharedLimit !== undefined && call.named.get(sharedLimit.option) !== undefined;
  return true;
}

const FUNCTIONS: ReadonlySet<string> = new Set(QUIET_GLOBALS);
const METHODS: ReadonlySet<string> = new Set([...QUIET_METHODS, ...plain.methods.split(' ')]);
const RAISED = /^[A-Z]\w*(?:Error|Exception)$|^Exception$/;

function isPlain(node: CodeSyntaxNode, profile: Profile, runs: Runs, depth: number): boolean {
  const { call } = node;
  if (!call) return false;
  const { target, receiver, name } = call;
  if (target.reference?.kind === 'function') return onlyRuns(target, profile, runs, depth + 1);
  if (target.reference?.kind === 'class') return target.reference.bases.some(isRecord);
  if (receiver && METHODS.has(name)) return true;
  const known = exportOf(node, profile.framework);
  if (known !== undefined) return profile.plainCalls.includes(known) || isAgentName(known, profile);
  if (receiver) return false;
  return FUNCTIONS.has(name) || RAISED.test(name);
}

/** A base whose classes only contain values. */
const isRecord = ({ origin }: CodeSyntaxNode): boolean =>
  origin?.module === 'pydantic' && origin.dotted.endsWith('BaseModel');
