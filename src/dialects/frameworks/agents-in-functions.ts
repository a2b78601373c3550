import type { CodeSyntaxNode } from '../../program/index.js';
import { FRAMEWORK_DECIDERS } from '../framework-deciders.js';
import { QUIET_GLOBALS, QUIET_METHODS } from '../agents/quiet-calls.js';
import facts from './deciders/deciders.json' with { type: 'json' };
import type { Framework } from './framework.js';
import { calledOn } from './origins.js';
import type { Thing } from './rows/row.js';
import { exportAt, factsIn, gives, makes, thingAt, writtenIn } from './rows/things.js';

/** Functions that call each other are followed no further than this. */
const DEEPEST = 2;

/**
 * The agents that a function runs, if it does nothing else: such a function is an agent that is called like a tool,
 * however it is written. Undefined if it runs none, or an unknown one, or calls code that may act itself.
 */
export function agentsRunBy(node: CodeSyntaxNode, framework: Framework): RunAgents | undefined {
  const runs: Runs = { agents: new Map(), sharesLimit: true, isAtOnce: false };
  const isAgent = onlyRuns(node, framework, runs, 0) && (runs.agents.size > 0 || runs.isAtOnce);
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

function onlyRuns({ reference }: CodeSyntaxNode, framework: Framework, runs: Runs, depth: number): boolean {
  if (reference?.kind !== 'function' || depth > DEEPEST) return false;
  return (
    reference.calls?.every((one) => isRun(one, framework, runs) || isPlain(one, framework, runs, depth)) ??
    false
  );
}

function isRun(node: CodeSyntaxNode, framework: Framework, runs: Runs): boolean {
  const run = makes(node, 'run', framework) ? thingAt(node, framework) : undefined;
  if (!run || run.stated.row.spoken) return false;
  if (gives(run, 'agent')) {
    runs.isAtOnce = true;
    return true;
  }
  const given = [...factsIn(run, 'runs').map(({ value }) => value), calledOn(node)];
  const started = given.find((one) => makes(one, 'agent', framework));
  if (!started) return false;
  runs.agents.set(started.identity, started);
  runs.sharesLimit &&= writtenIn(run, 'bound-shared').length > 0;
  return true;
}

/** What only makes something does nothing by itself. */
const MAKING: readonly Thing[] = ['agent', 'plain', 'tool', 'condition', 'gate', 'settings', 'tracer'];

const FUNCTIONS: ReadonlySet<string> = new Set(QUIET_GLOBALS);
const METHODS: ReadonlySet<string> = new Set([
  ...QUIET_METHODS,
  ...`${facts.plain} ${FRAMEWORK_DECIDERS.plain}`.split(' '),
]);
const RAISED = /^[A-Z]\w*(?:Error|Exception)$|^Exception$/;

function isPlain(node: CodeSyntaxNode, framework: Framework, runs: Runs, depth: number): boolean {
  const { call } = node;
  if (!call) return false;
  const { target, receiver, name } = call;
  if (target.reference?.kind === 'function') return onlyRuns(target, framework, runs, depth + 1);
  if (target.reference?.kind === 'class') return target.reference.bases.some(isRecord);
  if (receiver && METHODS.has(name)) return true;
  if (exportAt(node, framework) !== undefined) return MAKING.some((one) => makes(node, one, framework));
  if (receiver) return false;
  return FUNCTIONS.has(name) || RAISED.test(name);
}

/** A base whose classes only contain values. */
const isRecord = ({ origin }: CodeSyntaxNode): boolean =>
  origin?.module === 'pydantic' && origin.dotted.endsWith('BaseModel');
