import { codeSpan, type TurnLimit } from '../../model/index.js';
import { type CodeSyntaxNode, type LoopAround, loopsAround } from '../../program/index.js';
import { QUIET_GLOBALS } from '../agents/quiet-calls.js';
import { asksPerson } from './deciders/deciders.js';

/** A limit to begin with. */
const TURNS = 10;

/**
 * The loop around calls of the model that nothing but the model ends. A loop in which a person writes each turn is none, and
 * a test of a number of turns, a time or an amount bounds it.
 */
export function loopLimits(of: string, requests: readonly CodeSyntaxNode[]): TurnLimit[] {
  for (const request of requests) {
    const [loop] = loopsAround(request);
    if (loop?.kind !== 'open' || loop.calls.some(asks)) continue;
    return [loopLimit(of, loop)];
  }
  return [];
}

/**
 * The endless loop around a run of an agent, in which nothing else gives it new input: every other call is one of the
 * language, or changes only what it is called on.
 */
export function endlessRuns(of: string, run: CodeSyntaxNode, methods: readonly string[]): TurnLimit[] {
  const [loop] = loopsAround(run);
  const isPlain = ({ call }: CodeSyntaxNode): boolean =>
    call === undefined ||
    methods.includes(call.name) ||
    (call.receiver ? OF_VALUES.has(call.name) : COMPUTING.has(call.name) && !call.target.reference);
  return loop?.isEndless && loop.kind === 'open' && loop.calls.every(isPlain) ? [loopLimit(of, loop)] : [];
}

/** Functions of the language, without the one that takes the next item of what others may fill. */
const COMPUTING: ReadonlySet<string> = new Set(QUIET_GLOBALS.filter((one) => one !== 'next'));

/** Methods of texts and lists that take nothing out of them: a queue may be filled by others. */
const OF_VALUES: ReadonlySet<string> = new Set([
  'append',
  'concat',
  'endswith',
  'endsWith',
  'extend',
  'format',
  'includes',
  'join',
  'lower',
  'push',
  'split',
  'startswith',
  'startsWith',
  'strip',
  'toLowerCase',
  'trim',
  'upper',
]);

function loopLimit(of: string, { at, text }: Pick<LoopAround, 'at' | 'text'>): TurnLimit {
  return {
    of,
    limit: { state: 'shown', value: null, at },
    at,
    words: {
      off: `nothing but the model ends ${codeSpan(text)}`,
      edit: `Count the turns and leave the loop after a limit, for example ${TURNS}.`,
      turns: TURNS,
    },
    repair: { title: 'Count the turns', edits: () => undefined },
  };
}

/** Whether a call asks a person. */
function asks({ call }: CodeSyntaxNode): boolean {
  const { reached } = call?.target ?? {};
  return reached !== undefined && asksPerson({ module: reached.module, path: reached.dotted.split('.') });
}
