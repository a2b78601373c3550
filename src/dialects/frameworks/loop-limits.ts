import { codeSpan, type TurnLimit } from '../../model/index.js';
import { type CodeSyntaxNode, type LoopAround, loopsAround } from '../../program/index.js';
import { isAmongNames, type ModuleName } from '../agents/names-by-module.js';
import {
  FRESH_CALLS,
  IDLE_CALLS,
  KEEPING_METHODS,
  QUIET_CALLS,
  QUIET_GLOBALS,
} from '../agents/quiet-calls.js';
import { MODELS } from './deciders/deciders.js';
import type { Framework } from './framework.js';
import type { Thing } from './rows/row.js';
import { rowAt } from './rows/things.js';

/** A limit to begin with. */
const TURNS = 10;

/**
 * The endless loop around a run of an agent, in which nothing else gives it new input: every other call is a known run, one of
 * the language, one that makes a part of an agent, or a method of a value that it works on.
 */
export function endlessRuns(
  of: string,
  run: CodeSyntaxNode,
  known: readonly CodeSyntaxNode[],
  framework: Framework,
): TurnLimit[] {
  const [loop] = loopsAround(run);
  if (!loop?.isEndless || loop.kind !== 'open') return [];
  const own = new Set(known.map(placeOf));
  const isPlain = (node: CodeSyntaxNode): boolean => {
    const { call } = node;
    if (!call || own.has(placeOf(node)) || makesPart(node, framework)) return true;
    if (call.target.reference) return false;
    const { module, dotted = '' } = call.target.reached ?? {};
    if (module === '' && COMPUTING.has(dotted.replace(/\..*/s, ''))) return true;
    return call.receiver
      ? KEEPING_METHODS.has(call.name) && isValue(call.receiver, isPlain)
      : COMPUTING.has(call.name);
  };
  return loop.calls.every(isPlain) ? [loopLimit(of, loop)] : [];
}

/** Whether a call makes an agent, a tool or its schema, a condition that ends a run, or a client of a model. */
function makesPart(node: CodeSyntaxNode, framework: Framework): boolean {
  const { target, receiver } = node.call ?? {};
  if (!target?.reached || target.reference) return false;
  if (computes(target.reached) || (!receiver && isAmongNames(MODELS, target.reached))) return true;
  const row = rowAt(node, framework)?.row;
  return row !== undefined && [row.gives].flat().every((one) => !MAY_FEED.has(one));
}

/** What gives something new at each call, or may. */
const MAY_FEED: ReadonlySet<Thing> = new Set(['run', 'unread', 'answer']);

/** Whether a function of a package only computes: a schema, a copy, a text. Modules that give the time are none. */
const computes = (reached: ModuleName): boolean =>
  isAmongNames(QUIET_CALLS, reached) &&
  !isAmongNames(IDLE_CALLS, reached) &&
  !FRESH_CALLS.has(reached.module);

const placeOf = ({ offsets: { file, start, end } }: CodeSyntaxNode): string => `${file}:${start}:${end}`;

/** Whether a value is a text or a list that is written out, or comes from a call that gives nothing new. */
function isValue(node: CodeSyntaxNode, isPlain: (node: CodeSyntaxNode) => boolean): boolean {
  if (node.reference) return false;
  if (node.may?.length) return node.may.every((one) => isValue(one, isPlain));
  if (node.call) return isPlain(node);
  if (node.takenFrom) return isValue(node.takenFrom.object, isPlain);
  return node.kind !== 'dynamic';
}

/** Functions of the language, without the one that takes the next item of what others may fill. */
const COMPUTING: ReadonlySet<string> = new Set(QUIET_GLOBALS.filter((one) => one !== 'next'));

export function loopLimit(of: string, { at, text }: Pick<LoopAround, 'at' | 'text'>): TurnLimit {
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
