import { hostOf } from '../../model/addresses.js';
import type { Command } from '../../syntax/shell/scan.js';
import { type Word, wholeHole } from '../../syntax/shell/word.js';
import { isCredentialFile, isCredentialVariable } from './programs.js';

/** A text that came from an address. */
export interface Download {
  program: string;
  /** As written, as far as the text shows it; it may contain a credential. */
  address?: string;
}

/** Credentials that a command reads. */
export interface Secret {
  /** The file, command or variable that they come from. */
  from: string;
  by: 'file' | 'command' | 'variable';
}

/** What a text, a file or a variable is made of. */
export interface Contents {
  download?: Download;
  secret?: Secret;
  /** It is a checksum that a command worked out. */
  isChecksum?: true;
}

/** What is wrong with a command line. */
export type CommandFlaw =
  | { kind: 'remote'; download: Download; runs: string }
  | { kind: 'credentials'; secret: Secret; sends: string; host?: string }
  | { kind: 'connection'; host: string };

/** What is known while the commands of a line are read in order. */
export interface Flow {
  files: Map<string, Contents>;
  variables: Map<string, Contents>;
  /** Variables with one literal value. */
  literals: Map<string, string>;
  outputs: Map<Command, Contents>;
  flaws: CommandFlaw[];
  /** Reads code that a command runs: `bash -c "..."`. */
  read(flow: Flow, code: string, language: string): void;
}

/** Made of nothing that is known. */
export const NOTHING: Contents = {};

/** A flow in which nothing happened yet. */
export const newFlow = (read: Flow['read']): Flow => ({
  files: new Map(),
  variables: new Map(),
  literals: new Map(),
  outputs: new Map(),
  flaws: [],
  read,
});

/** Remembers what a file is made of; what replaces a download takes its place. */
export function save({ files }: Flow, path: string, contents: Contents): void {
  const key = fileKey(path);
  if (key === '' || key === '/dev/null' || key === '/dev/stderr') return;
  if (contents.download || contents.secret) files.set(key, contents);
  else files.delete(key);
}

/** A path as files are remembered by it. */
export const fileKey = (path: string): string => path.replace(/^\.[\\/]+/, '').replaceAll('{{HOME}}', '~');

/** The union of both contents. */
export function join(parts: readonly Contents[]): Contents {
  let joined: Contents = NOTHING;
  for (const { download, secret, isChecksum } of parts) {
    if (download && !joined.download) joined = { ...joined, download };
    if (secret && !joined.secret) joined = { ...joined, secret };
    if (isChecksum) joined = { ...joined, isChecksum };
  }
  return joined;
}

/** What the variables and commands of a word put in it. */
export function inWord(flow: Flow, { pieces }: Word): Contents {
  return join(
    pieces.flatMap(({ hole }) => {
      if (!hole) return [];
      if (hole.commands) return hole.commands.map((one) => flow.outputs.get(one) ?? NOTHING);
      if (hole.name === undefined) return [];
      const known = flow.variables.get(hole.name);
      if (known) return [known];
      return isCredentialVariable(hole.name)
        ? [{ secret: { from: hole.name, by: 'variable' } satisfies Secret }]
        : [];
    }),
  );
}

/** What the file is made of that a word names. */
export function inFile(flow: Flow, word: Word): Contents {
  const hole = wholeHole(word);
  if (hole?.isFile) return inWord(flow, word);
  return inPath(flow, withLiterals(flow, word.value));
}

/** What the file at a path is made of. */
export function inPath({ files }: Flow, path: string): Contents {
  const saved = files.get(fileKey(path));
  if (saved) return saved;
  return isCredentialFile(path) ? { secret: { from: fileKey(path), by: 'file' } } : NOTHING;
}

/** A text with the variables filled in that have one literal value. */
export function withLiterals({ literals }: Flow, text: string): string {
  if (!text.includes('{{')) return text;
  return text.replace(/\{\{(\w{1,100})\}\}/g, (hole, name: string) => literals.get(name) ?? hole);
}

/** A text that came from an address is run. */
export function runs({ flaws }: Flow, { download }: Contents, by: string): void {
  if (download) flaws.push({ kind: 'remote', download, runs: by });
}

/** The address among the words of a command: the first one with a scheme, else the last that looks like a host. */
export function addressIn(flow: Flow, given: readonly Word[]): string | undefined {
  const texts = given.map(({ value }) => withLiterals(flow, value)).filter((one) => !one.startsWith('-'));
  const whole = texts.find((one) => hostOf(one) !== undefined && !one.includes(' '));
  if (whole !== undefined) return whole;
  return texts.findLast((one) => /^(?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:\/|$)/.test(one));
}
