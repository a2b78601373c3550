import { programRow, wordsIn } from '../../facts/programs/table.js';
import { hostOf } from '../../model/addresses.js';
import { programName } from '../../syntax/shell/command-line.js';
import facts from './credentials.json' with { type: 'json' };

/** The lists of a table, each as its words. */
const lists = <Name extends string>(table: Readonly<Record<Name, string>>) =>
  Object.fromEntries(Object.entries<string>(table).map(([name, list]) => [name, wordsIn(list)])) as Readonly<
    Record<Name, readonly string[]>
  >;

export const INLINE = lists(facts.inlineCode);
export const POWERSHELL = lists(facts.powershell);

const OWN_HOSTS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(lists(facts.credentialVariables.variables)),
);
const OWN_HEADERS: ReadonlySet<string> = new Set(wordsIn(facts.ownHeaders.names));

/** Whether an address is one of the machine itself. */
export function isLoopback(address: string): boolean {
  const host = hostOf(address) ?? hostOf(`http://${address}`) ?? '';
  return wordsIn(facts.loopback).includes(host);
}

/** Whether an address names its content: a file of a repository at a commit. What it answers cannot change. */
export const namesCommit = (address: string): boolean =>
  /[/@](?:[\da-f]{40}|[\da-f]{64})(?:[/?#]|$)/.test(address);

/** Whether a credential belongs in a header: who calls is known from it. */
export const isOwnHeader = (header: string): boolean =>
  OWN_HEADERS.has(
    header
      .slice(0, Math.max(0, header.indexOf(':')))
      .trim()
      .toLowerCase(),
  );

/** Whether a variable holds a credential by a convention of its vendor. */
export const isCredentialVariable = (name: string): boolean => OWN_HOSTS.has(name);

/** Whether an address is one to which the vendor's own credential may be sent. */
export function isOwnHostOf(name: string, host: string): boolean {
  return (OWN_HOSTS.get(name) ?? []).some((own) => host === own || host.endsWith(`.${own}`));
}

const { names, begins, endings, folders, harmless, templates } = lists(facts.credentialFiles);

/** Whether a path is one of a file with credentials. */
export function isCredentialFile(path: string): boolean {
  const parts = path.replaceAll('\\', '/').split('/');
  const base = parts.at(-1) ?? '';
  if (base === '' || base.includes('{{')) return false;
  if (templates.some((word) => base.endsWith(`.${word}`))) return false;
  if (names.includes(base) || begins.some((one) => base.startsWith(one))) return true;
  const lower = path.toLowerCase();
  if (endings.some((one) => lower === one || lower.endsWith(one.startsWith('/') ? one : `/${one}`)))
    return true;
  const folder = parts.at(-2) ?? '';
  return folders.includes(folder) && !harmless.includes(base);
}

/** The words that make a command one that prints credentials; undefined where it prints none. */
export function printsCredentials(words: readonly string[]): string | undefined {
  const [program = '', ...rest] = words;
  const name = programName(program);
  const found = programRow(name)
    ?.secrets?.split(', ')
    .find((row) => {
      if (row === '-') return rest.every((word) => word === '-0' || word === '--null');
      return row.split(' ').every((word, index) => rest[index] === word);
    });
  if (found !== undefined) return found === '-' ? name : `${name} ${found}`;
  // `printenv NAME` prints one variable.
  const variable = name === 'printenv' ? rest.find(isCredentialVariable) : undefined;
  return variable === undefined ? undefined : `printenv ${variable}`;
}
