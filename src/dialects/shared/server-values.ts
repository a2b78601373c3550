import type { NamedValue, Scope } from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import type { Word } from './launch.js';
import { stringOf } from './tool.js';

const HEADER = /^([A-Za-z][\w-]{0,60}):\s{0,5}(?=[^/\s])/;
const ASSIGNED = /(?:^|\s)([A-Za-z_]\w{0,80})=["']?([^\s"']+)/g;
/** A variable that a container is handed, in one word: `--env=KEY=value`. */
const ENVIRONMENT_OPTION = /^(?:--env|-e)=?([A-Za-z_]\w{0,80})=/;

/** Variables that a container is handed: `-e READ_ONLY=true`. */
export function handedVariables(words: readonly Word[]): NamedValue[] {
  return words.flatMap(({ text, at }, index): NamedValue[] => {
    const option = words[index - 1]?.text;
    const pair =
      option === '-e' || option === '--env'
        ? text
        : ENVIRONMENT_OPTION.test(text)
          ? text.replace(/^(?:--env|-e)=?/, '')
          : '';
    const equals = pair.indexOf('=');
    return equals > 0 ? [{ name: pair.slice(0, equals), value: pair.slice(equals + 1), at }] : [];
  });
}

/** Values of arguments that may hold a credential: behind a flag, in `KEY=value`, or bare. */
export function argumentValues(words: readonly Word[]): NamedValue[] {
  return words.slice(1).flatMap(({ text, at }, index): NamedValue[] => {
    // A script: `KEY=value command`.
    if (/\s/.test(text) && !HEADER.test(text)) {
      const assigned = [...text.slice(0, 4000).matchAll(ASSIGNED)];
      if (assigned.length > 0) return assigned.map(([, name = '', value = '']) => ({ name, value, at }));
    }
    const handed = ENVIRONMENT_OPTION.exec(text);
    if (handed) return [{ name: handed[1] ?? '', value: text.slice(handed[0].length), at }];
    const equals = /^-{0,2}([A-Za-z_][\w.-]{0,80})=/.exec(text);
    if (equals?.[1] !== undefined) return [{ name: equals[1], value: text.slice(equals[0].length), at }];
    if (text.startsWith('-')) return [];
    // A header for a bridge: `Authorization: Bearer ...`.
    const header = HEADER.exec(text);
    if (header?.[1] !== undefined) return [{ name: header[1], value: text.slice(header[0].length), at }];
    const before = words[index]?.text ?? '';
    const name =
      /^--?[A-Za-z]/.test(before) && !before.includes('=') ? before.replace(/^-+/, '') : 'argument';
    return [{ name, value: text, at }];
  });
}

/** Variables of a server. A client hands on numbers and switches as their text: `"READ_ONLY": true`. */
export function environmentValues(node: SyntaxNode | undefined): NamedValue[] {
  return (node?.keys() ?? []).flatMap((name): NamedValue[] => {
    const value = node?.get(name);
    const isLiteral = ['string', 'number', 'boolean'].includes(typeof value?.scalar);
    return value && isLiteral ? [{ name, value: String(value.scalar), at: value.at() }] : [];
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
        .map((value) => ({ value, at: scopes.at() }));
    return (scopes?.items() ?? []).flatMap((item) => {
      const value = stringOf(item);
      return value === undefined ? [] : [{ value, at: item.at() }];
    });
  });
}
