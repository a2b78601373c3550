import { editRemedy, type TurnLimit } from '../../../model/index.js';
import { type CodeSyntaxNode, infinity, writtenOption } from '../../../program/index.js';
import { computed } from '../../agents/tool.js';
import { placed } from '../places.js';
import { isBound, SUGGESTED_TURNS } from '../turn-limits.js';
import { isMet } from './members.js';
import type { Values } from './row.js';
import { factsIn, gives, type Thing, worded } from './things.js';
import { languageOf, wordIn } from '../language-rules.js';

/** What parts of an agent count beside its run: what bounds it, else the first. */
export function boundOfParts(parts: readonly Thing[], of: string): TurnLimit | undefined {
  const all = parts.flatMap((part) =>
    factsIn(part, 'of-tool').length > 0
      ? []
      : factsIn(part, 'bound')
          .filter(({ value, arg: { when } }) => value.kind !== 'null' && isSo(part.node, when))
          .flatMap((fact) => boundOf(part, part.node, of, [fact]) ?? []),
  );
  return all.find(isBound) ?? all[0];
}

const isSo = (node: CodeSyntaxNode, when: Values | undefined): boolean =>
  when === undefined || isMet(node, when) === true;

/** A default above it is no limit to begin with. */
const MOST_SUGGESTED = 100;

/**
 * What bounds an agent or a run: what it states, else the default of its row where that is none. Undefined where the default
 * bounds it.
 */
export function boundOf(
  thing: Thing,
  node: CodeSyntaxNode,
  of: string,
  [fact] = factsIn(thing, 'bound'),
): TurnLimit | undefined {
  const { row, args } = thing.stated;
  const arg = fact?.arg ?? args.find(({ role }) => role === 'bound');
  const isOfAgent = gives(thing, 'agent') && gives(thing, 'run');
  const path = isOfAgent ? `agents[${of}].${arg?.key}` : `runs[${of}].maxTurns`;
  if (!fact && row.bound !== null) return undefined;
  if (!arg) return row.remedy?.bound === undefined ? undefined : neverBound(thing, node, of, path);
  const others = factsIn(thing, 'bound-other').filter(({ value }) => value.kind !== 'null');
  if (others.length > 0 && (!fact || fact.value.kind === 'null')) return undefined;
  const language = languageOf(node);
  // One turn leaves no room for a tool.
  const own = (row.bound ?? 0) > 1 ? (row.bound ?? SUGGESTED_TURNS) : SUGGESTED_TURNS;
  const turns = own > MOST_SUGGESTED ? SUGGESTED_TURNS : own;
  const edit = worded(
    row.remedy?.bound ??
      `Set \`${writtenOption(language, arg.key, turns)}\`, or the number of turns that the task needs.`,
    of,
  );
  if (!fact) {
    const at = placed(node.at(), path);
    const off = `${subjectOf(thing, node)} without \`${arg.path.join('.')}\` has no limit`;
    const { repair } =
      arg.path.length > 1 ? { repair: undefined } : editRemedy('', () => node.edit()?.set(arg.key, turns));
    return {
      of,
      limit: { state: 'shown', value: null, at },
      at,
      words: { off, edit, turns },
      ...(repair && { repair: { ...repair, title: `Set \`${arg.key}\` to ${turns}` } }),
    };
  }
  // Where it may be none, the default bounds it as well.
  const [only = fact.value, ...more] =
    (arg.null ? fact.value.may : [])?.filter(({ kind }) => kind !== 'null') ?? [];
  const value = more.length === 0 ? only : fact.value;
  if (value.kind === 'null' && arg.null) return undefined;
  // An option that a call site passes is reported at that call site.
  const at = placed(node.factory && !gives(thing, 'agent') ? value.at() : value.written(), path);
  const number = typeof value.scalar === 'number' ? value.scalar : undefined;
  const isNone =
    value.kind === 'null' ||
    infinity(value) !== undefined ||
    (number !== undefined && arg.unbounded !== undefined && number <= arg.unbounded);
  const limit: TurnLimit['limit'] =
    isNone || number !== undefined
      ? { state: 'shown', value: isNone ? null : (number ?? null), at }
      : computed(value);
  const stated = infinity(value) ?? number ?? wordIn(language, null);
  const written = `${arg.key}${language === 'python' ? '=' : ': '}${stated}`;
  const off =
    typeof row.bound === 'number' && infinity(value) === undefined
      ? `\`${written}\` removes the default limit of ${row.bound} turns`
      : `\`${written}\` sets no limit`;
  return { of, limit, at, words: { off, edit, turns } };
}

const subjectOf = ({ stated: { api } }: Thing, { call }: CodeSyntaxNode): string =>
  api.includes('()') ? `\`${call?.callee}()\`` : `${/^[AEIO]/.test(api) ? 'an' : 'a'} \`${api}\``;

/** The bound of a version in which nothing states one. */
function neverBound(thing: Thing, node: CodeSyntaxNode, of: string, path: string): TurnLimit {
  const at = placed(node.at(), path);
  const off = `${subjectOf(thing, node)} takes no limit in this version`;
  const edit = worded(thing.stated.row.remedy?.bound ?? '', of);
  return { of, limit: { state: 'shown', value: null, at }, at, words: { off, edit, turns: SUGGESTED_TURNS } };
}
