import { countWhile } from '../../model/sorted.js';
import type { CodeFile } from './file.js';
import { bindingOf, classAround, isSelf } from './names/names.js';
import type { Offsets } from './node.js';
import { firstNameAt } from './tree/words.js';
import { fieldOf, originOf } from './values/members.js';
import { calledBy } from './values/partial.js';
import type { Value } from './values/value.js';

/** Which calls are asked for; one of the two is enough. Without either: all. */
export interface CallFilter {
  /** Whether what is called comes from a module, itself or through a member or an instance. */
  from?: (module: string) => boolean;
  /** Last names of callees: `create` for `client.responses.create()`, wherever the client comes from. */
  named?: ReadonlySet<string>;
  /** Offsets in the text: of the calls asked for, only those that stand around one of them. */
  around?: readonly number[];
  /** Only calls in this stretch of the text. */
  within?: Pick<Offsets, 'start' | 'end'>;
}

const QUOTES = '"\'`';
const SECOND_NAME = /[\w$]+\s*[?!]*\.\s*(#?[\w$]+)/y;

/** Passes over the calls whose first name cannot lead to what is asked for: each name of a scope is followed once. */
export function rootFilter(file: CodeFile, { from, named, within }: CallFilter): (start: number) => boolean {
  const isMentioned = mentionsOf(file, named ?? [], within);
  if (!from) return named ? isMentioned : () => true;
  const known = new Map<string, boolean>();
  const remembered = (key: string, leads: () => boolean): boolean => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = leads();
    known.set(key, found);
    return found;
  };
  const leadsThere = (start: number, root: string): boolean => {
    if (root === '') return !QUOTES.includes(file.text.charAt(start));
    if (isSelf(file, root)) {
      const member = memberAt(file, start) ?? '';
      const scope = classAround(file, start);
      return remembered(`${root}.${member}:${scope?.start}`, () => fieldLeads(file, start, member, from));
    }
    const binding = bindingOf(file, root, start);
    if (!binding) return file.language.isPython && file.exports().stars.length > 0;
    const value = (): Value => file.project.valueOfBinding(binding, start);
    // A name that is given several values may stand for another one elsewhere.
    if (binding.sites.length > 1)
      return valueLeads(value(), from) || partLeads(value(), memberAt(file, start), from);
    if (remembered(`${root}:${binding.scope.start}`, () => valueLeads(value(), from))) return true;
    const member = memberAt(file, start);
    return remembered(`${root}.${member}:${binding.scope.start}`, () => partLeads(value(), member, from));
  };
  return (start) => leadsThere(start, firstNameAt(file.text, start)) || isMentioned(start);
}

/** The member that is taken of the name at an offset. */
function memberAt({ text }: CodeFile, start: number): string | undefined {
  SECOND_NAME.lastIndex = start;
  return SECOND_NAME.exec(text)?.[1];
}

/** Whether a member of what is made leads there, which the call that makes it was given: `team.coder.clone()`. */
function partLeads(made: Value, member: string | undefined, from: CallFilter['from']): boolean {
  if (made.kind !== 'call' || member === undefined) return false;
  const { file } = made.at;
  const part = file.project.partOf(made, member, made.at);
  return part.kind === 'call' && valueLeads(part, from);
}

function fieldLeads(file: CodeFile, offset: number, member: string, from: CallFilter['from']): boolean {
  const value = fieldOf(file, offset, member);
  return value !== undefined && valueLeads(value, from);
}

const LONGEST_CALLEE = 300;

/** Tells whether one of the names stands in the text where a callee does. Their places are found once. */
function mentionsOf(
  { text }: CodeFile,
  names: Iterable<string>,
  within: CallFilter['within'],
): (start: number) => boolean {
  const stretch = within && text.slice(within.start, within.end);
  const places = [...names].map((name) => ({
    name,
    offsets: placesOf(name, stretch ?? text, within?.start ?? 0),
  }));
  return (start) =>
    places.some(({ name, offsets }) => {
      const next = offsets[countWhile(offsets, (offset) => offset < start)];
      return next !== undefined && next + name.length <= start + LONGEST_CALLEE;
    });
}

/** Where a name stands in a stretch of a text that begins at an offset. */
function placesOf(name: string, stretch: string, from: number): number[] {
  const offsets: number[] = [];
  for (let at = stretch.indexOf(name); at >= 0; at = stretch.indexOf(name, at + 1)) offsets.push(from + at);
  return offsets;
}

function valueLeads(value: Value, from: CallFilter['from']): boolean {
  switch (value.kind) {
    case 'call': {
      const called = value.at.file.mayBindArguments ? calledBy(value) : value;
      const origin = originOf(called.kind === 'call' ? called.target() : called);
      return origin === undefined || origin.module === '' || from?.(origin.module) === true;
    }
    case 'dynamic':
      return value.origin !== undefined && from?.(value.origin.module) === true;
    case 'scalar':
    case 'nothing':
    case 'array':
      return false;
    default:
      return true;
  }
}
