import { editRemedy, type TurnLimit } from '../../../model/index.js';
import { type CodeSyntaxNode, grammarOf, infinity, writtenOption } from '../../../program/index.js';
import { computed } from '../../agents/tool.js';
import { placed } from '../places.js';
import { SUGGESTED_TURNS } from '../turn-limits.js';
import { factsIn, gives, type Thing, worded } from './things.js';

/**
 * What bounds an agent or a run: what it states, else the default of its row where that is none. Undefined where the default
 * bounds it.
 */
export function boundOf(thing: Thing, node: CodeSyntaxNode, of: string): TurnLimit | undefined {
  const { row, args, api } = thing.stated;
  const path = `runs[${of}].maxTurns`;
  const [arg] = args.filter(({ role }) => role === 'bound');
  const [fact] = factsIn(thing, 'bound');
  if (!arg || (!fact && row.bound !== null)) return undefined;
  if (!fact && factsIn(thing, 'bound-other').length > 0) return undefined;
  const language = grammarOf(node.document.file) === 'python' ? 'python' : 'typescript';
  // One turn leaves no room for a tool.
  const own = (row.bound ?? 0) > 1 ? (row.bound ?? SUGGESTED_TURNS) : SUGGESTED_TURNS;
  const turns = Math.min(own, SUGGESTED_TURNS);
  const edit = worded(
    row.remedy?.bound ??
      `Set \`${writtenOption(language, arg.key, turns)}\`, or the number of turns that the task needs.`,
    of,
  );
  if (!fact) {
    const at = placed(node.at(), path);
    const subject = api.includes('()')
      ? `\`${node.call?.callee}()\``
      : `${/^[AEIO]/.test(api) ? 'an' : 'a'} \`${api}\``;
    const off = `${subject} without \`${arg.path.join('.')}\` has no limit`;
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
  const { value } = fact;
  // An option that a call site passes is reported at that call site.
  const at = placed(node.factory && gives(thing, 'run') ? value.at() : value.written(), path);
  const number = typeof value.scalar === 'number' ? value.scalar : undefined;
  const isNone =
    value.kind === 'null' ||
    infinity(value) !== undefined ||
    (number !== undefined && arg.unbounded !== undefined && number <= arg.unbounded);
  const limit: TurnLimit['limit'] =
    isNone || number !== undefined
      ? { state: 'shown', value: isNone ? null : (number ?? null), at }
      : computed(value);
  const stated = infinity(value) ?? number ?? (language === 'python' ? 'None' : 'null');
  const written = `${arg.key}${language === 'python' ? '=' : ': '}${stated}`;
  const off =
    typeof row.bound === 'number' && infinity(value) === undefined
      ? `\`${written}\` removes the default limit of ${row.bound} turns`
      : `\`${written}\` sets no limit`;
  return { of, limit, at, words: { off, edit, turns } };
}
