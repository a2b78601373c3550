import type { NamedValue, Scope } from '../../model/index.js';
import { namesSecret, secretIn } from '../../model/secrets.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { withoutTexts } from '../agents/listed-tools.js';
import { stringOf } from '../agents/tool.js';
import { isAssignment } from '../../syntax/shell/command-line.js';
import { commandsOf, type Word } from '../commands/command-line.js';

const HEADER = /^([A-Za-z][\w-]{0,60}):\s{0,5}(?=[^/\s])/;
/** An option whose value is a header of its own: `--header=X-Api-Key: ...`. */
const HEADER_OPTION = /^(?:headers?|H)$/i;
const ASSIGNED = /(?:^|\s)-{0,2}([A-Za-z_][\w-]{0,80})=["']?([^\s"']+)/g;
/** A variable that a container is handed, in one word: `--env=KEY=value`. */
const ENVIRONMENT_OPTION = /^(?:--env|-e)=?([A-Za-z_]\w{0,80})=/;

/** Variables that a container is handed (`-e READ_ONLY=true`), and those that are set before a program. */
export function passedVariables(words: readonly Word[], assigned: readonly Word[]): NamedValue[] {
  const set = assigned.map(({ text, at }) => pairOf(text, at));
  return [...set, ...inContainer(words)];
}

function pairOf(text: string, at: NamedValue['at']): NamedValue {
  const equals = text.indexOf('=');
  return { name: text.slice(0, equals), value: text.slice(equals + 1), at };
}

function inContainer(words: readonly Word[]): NamedValue[] {
  return words.flatMap(({ text, at }, index): NamedValue[] => {
    const option = words[index - 1]?.text;
    const pair =
      option === '-e' || option === '--env'
        ? text
        : ENVIRONMENT_OPTION.test(text)
          ? text.replace(/^(?:--env|-e)=?/, '')
          : '';
    return pair.indexOf('=') > 0 ? [pairOf(pair, at)] : [];
  });
}

/** Values of arguments that may hold a credential: behind an option, in `KEY=value`, in a header, in a script, or bare. */
export function argumentValues(words: readonly Word[]): NamedValue[] {
  const first = isAssignment(words[0]?.text ?? '') ? 0 : 1;
  return words
    .slice(first)
    .flatMap((word, index) => valuesOf(word, words[index + first - 1]?.text ?? ''))
    .map((one) => (one.name === 'argument' ? one : { ...one, at: underName(one) }));
}

/** Paths go by names where there are names: an argument keeps its place in the list out of them. */
function underName({ at, name }: NamedValue): NamedValue['at'] {
  return {
    file: at.file,
    get path() {
      return at.path.replace(/\[\d+\]$/, `[${name}]`);
    },
    range: () => at.range(),
    element: () => at.element?.() ?? at.range(),
  };
}

/** Values in one word; `before` is the word before it, which may say what it is. */
function valuesOf({ text, at }: Word, before: string): NamedValue[] {
  const isOption = /^--?[A-Za-z]/.test(before) && !before.includes('=');
  const whole = isOption
    ? { name: before.replace(/^-+/, ''), shownAs: before, value: text, at }
    : { name: 'argument', value: text, at };
  if (/^\s*[[{]/.test(text)) return [whole];
  const variable = ENVIRONMENT_OPTION.exec(text);
  if (variable) return [{ name: variable[1] ?? '', value: text.slice(variable[0].length), at }];
  const [head = '', name] = /^-{0,2}([A-Za-z_][\w.-]{0,80})=/.exec(text) ?? [];
  const value = text.slice(head.length);
  if (name !== undefined && (text.startsWith('-') || !/\s/.test(text)))
    return [
      (HEADER_OPTION.test(name) && headerIn({ text: value, at })) || {
        name,
        value,
        at,
        ...(text.startsWith('-') && { shownAs: head.slice(0, -1) }),
      },
    ];
  // A header for a bridge: `Authorization: Bearer ...`.
  const header = headerIn({ text, at });
  if (header) return [header];
  if (/\s/.test(text)) return scriptValues({ text, at }, whole);
  return text.startsWith('-') ? [] : [whole];
}

function headerIn({ text, at }: Word): NamedValue | undefined {
  const [head = '', name] = HEADER.exec(text) ?? [];
  return name === undefined ? undefined : { name, value: text.slice(head.length), at };
}

/** Values in a script: `KEY=value command --token value`. The whole of it counts if its words are not known. */
function scriptValues({ text, at }: Word, whole: NamedValue): NamedValue[] {
  const assigned = [...text.slice(0, 4000).matchAll(ASSIGNED)].map(
    ([, name = '', value = '']): NamedValue => ({ name, value, at }),
  );
  const given = commandsOf({ text, at }, true).flatMap((command) =>
    command.flatMap((word, index) =>
      // The commands of a part that a shell runs first stand among the others.
      word.text === text || /^-{0,2}[A-Za-z_][\w-]*=|[$<>]\(.*\s|`.*\s/s.test(word.text)
        ? []
        : valuesOf(word, command[index - 1]?.text ?? ''),
    ),
  );
  const values = [...assigned, ...given];
  return values.some((one) => secretIn(one.name, one.value)) ? values : [...values, whole];
}

/** The first credential that a line of commands is given, with its program: one line is one finding. */
export function credentialIn(line: Word): NamedValue[] {
  const values = argumentValues([{ text: '', at: line.at }, line]);
  const found = values.find(({ name, value }) => secretIn(name, value));
  const program = line.text.split(/\s+/).find((word) => !/^\w+=/.test(word));
  return found ? [{ ...found, ...(program !== undefined && { program }) }] : [];
}

/**
 * Variables of a server, as a map or as a list (`KEY=value`, `{ name, value }`). A client passes on numbers and switches
 * as their text: `"READ_ONLY": true`.
 */
export function environmentValues(node: SyntaxNode | undefined): NamedValue[] {
  if (node?.kind === 'array') return listedValues(node, '=');
  return (node?.keys() ?? []).flatMap((name): NamedValue[] => {
    const value = node?.get(name);
    const isLiteral = ['string', 'number', 'boolean'].includes(typeof value?.scalar);
    return value && isLiteral ? [{ name, value: String(value.scalar), at: value.at() }] : [];
  });
}

/** Named values of a list: a name and a value in one text, parted by a sign, or `{ name, value }`. */
export function listedValues(list: SyntaxNode, sign: '=' | ':'): NamedValue[] {
  return list.items().flatMap((item): NamedValue[] => {
    const pair = stringOf(item);
    const end = pair?.indexOf(sign) ?? -1;
    if (pair !== undefined && end > 0)
      return [{ name: pair.slice(0, end).trim(), value: pair.slice(end + 1).trim(), at: item.at() }];
    const name = stringOf(item.get('name') ?? item.get('key'));
    const valueNode = item.get('value');
    const value = stringOf(valueNode);
    return valueNode && name !== undefined && value !== undefined
      ? [{ name, value, at: valueNode.at() }]
      : [];
  });
}

/** Literals of a server's own settings, two levels deep. */
export function settingsOf(node: SyntaxNode | undefined): NamedValue[] {
  return (node?.keys() ?? []).flatMap((name): NamedValue[] => {
    const value = node?.get(name);
    if (value === undefined) return [];
    if (value.kind === 'object') return environmentValues(value);
    if (typeof value.scalar === 'string' || typeof value.scalar === 'boolean')
      return [{ name, value: String(value.scalar), at: value.at() }];
    return [];
  });
}

/** What VS Code asks for before it starts servers, where the file answers itself: `inputs[].default`. */
export function inputDefaults(inputs: SyntaxNode | undefined): NamedValue[] {
  return (inputs?.items() ?? []).flatMap((input): NamedValue[] => {
    const answer = input.get('default');
    const value = stringOf(answer);
    if (answer === undefined || value === undefined) return [];
    const id = stringOf(input.get('id')) ?? 'default';
    const isHidden = input.get('password')?.scalar === true && !namesSecret(id);
    return [{ name: isHidden ? 'password' : id, value, at: answer.at() }];
  });
}

/** OAuth scopes that an entry asks for, wherever it states them. */
export function oauthScopes(node: SyntaxNode): Scope[] {
  const places = [
    node.get('scopes'),
    node.get('scope'),
    node.get('oauth')?.get('scopes'),
    node.get('oauth')?.get('scope'),
    node.get('auth')?.get('scopes'),
    node.get('auth')?.get('scope'),
  ];
  return places.flatMap((scopes): Scope[] => {
    const text = stringOf(scopes);
    if (scopes && text !== undefined)
      return text
        .split(/[\s,]+/)
        .filter((value) => value !== '')
        .map((value) => ({
          value,
          at: scopes.at(),
          remove: () => withoutTexts(scopes, [value], /[\s,]/),
        }));
    return (scopes?.items() ?? []).flatMap((item) => {
      const value = stringOf(item);
      return value === undefined ? [] : [{ value, at: item.at() }];
    });
  });
}
