import wrappers from '../../dialects/commands/command-wrappers.json' with { type: 'json' };
import { hostOf } from '../../model/addresses.js';
import facts from './programs.json' with { type: 'json' };

/** A program that prints or saves what an address answers. */
export interface Downloader {
  fileOptions: readonly string[];
  nameOptions: readonly string[];
  toFile?: boolean;
}

/** A program that runs its input, or the file that its first word names. */
export interface Runner {
  code: readonly string[];
  language: string;
  modules?: readonly string[];
  valued?: readonly string[];
  words?: readonly string[];
  filters?: readonly string[];
  files?: readonly string[];
}

/** A program that sends to an address. */
export interface Sender {
  input?: boolean;
  copies?: boolean;
  dataOptions?: readonly string[];
  rawOptions?: readonly string[];
  fileOptions?: readonly string[];
  headerOptions?: readonly string[];
  ownOptions?: readonly string[];
}

/** A program that starts the command behind it. */
export interface Wrapper {
  valued?: readonly string[];
  words?: number;
  dashes?: boolean;
}

const byName = <Value>(entries: Record<string, unknown>) =>
  new Map(Object.entries(entries)) as ReadonlyMap<string, Value>;

export const DOWNLOADERS = byName<Downloader>(facts.downloads.programs);
export const RUNNERS = byName<Runner>(facts.shells.programs);
export const SENDERS = byName<Sender>(facts.senders.programs);
export const VERIFIERS = byName<readonly string[]>(facts.verifies.programs);
export const WRAPPERS = byName<Wrapper>(wrappers.programs);
export const PASSES: ReadonlySet<string> = new Set(facts.passes.programs);
export const PRINTS: ReadonlySet<string> = new Set(facts.prints.programs);
export const CONTROL: ReadonlySet<string> = new Set(facts.words.control);
export const INLINE = facts.inlineCode;
export const POWERSHELL = facts.powershell;

const OWN_HOSTS = byName<readonly string[]>(facts.credentialVariables.variables);
const OWN_HEADERS: ReadonlySet<string> = new Set(facts.ownHeaders.names);

/** The name of a program without folder and ending, in lower case. */
export const programName = (word: string): string =>
  (word.split(/[\\/]/).at(-1) ?? '').toLowerCase().replace(/\.(?:cmd|exe|bat)$/, '');

/** Whether an address is one of the machine itself. */
export function isLoopback(address: string): boolean {
  const host = hostOf(address) ?? hostOf(`http://${address}`) ?? '';
  return facts.loopback.includes(host);
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

const { names, begins, endings, folders, harmless, templates } = facts.credentialFiles;

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
  const found = facts.credentialCommands.commands.find((one) => {
    if (one.words[0] !== name) return false;
    if ('bare' in one) return rest.every((word) => word === '-0' || word === '--null');
    return one.words.slice(1).every((word, index) => rest[index] === word);
  });
  if (found) return found.words.join(' ');
  // `printenv NAME` prints one variable.
  const variable = name === 'printenv' ? rest.find(isCredentialVariable) : undefined;
  return variable === undefined ? undefined : `printenv ${variable}`;
}
