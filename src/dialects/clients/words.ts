import {
  type Agent,
  editRemedy,
  type Grant,
  type Place,
  type Reach,
  type Remedy,
  type Scope,
  type Tool,
} from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf, toolOf } from '../agents/tool.js';
import { commandTool, endsInColon, withoutOptions } from '../commands/commands.js';
import { includes } from '../commands/globs.js';
import { reachOf, toolNamed } from '../permissions/built-in.js';
import { granted, UNSTATED } from '../permissions/grants.js';
import type { Client } from './client.js';
import type { WordsProfile } from './profile.js';
import { firstAt, nodeAt } from './settings.js';

/** What the words of one agent are read with. */
interface Reading {
  words: WordsProfile;
  kindOf: Client['kindOf'];
  agent: Agent;
}

/**
 * Reads a map of tools to the words `allow`, `ask` and `deny`, or to patterns of commands with such a word, of which the
 * last one that fits decides.
 */
export function readWords(root: SyntaxNode, words: WordsProfile, { kindOf }: Client, agent: Agent): void {
  const map = firstAt(root, words.at);
  const reading: Reading = { words, kindOf, agent };
  for (const name of map?.keys() ?? []) {
    if (name === words.folders) addFolders(map?.get(name), agent, asksForEdits(map, kindOf));
    // A tool that is switched off is not there.
    if (nodeAt(root, words.off)?.get(name)?.scalar === false || words.own.includes(name)) continue;
    const entry = map?.get(name);
    const path = `${map?.path() ?? ''}.${name}`;
    const word = stringOf(entry);
    if (entry && word !== undefined) addTool(reading, name, word, entry, path);
    else if (entry?.kind === 'object') addPatterns(reading, name, entry, path);
  }
}

/** Whether a map states that edits require approval, or that there are none: the default of the client is not stated. */
function asksForEdits(map: SyntaxNode | undefined, kindOf: Client['kindOf']): boolean {
  const stated = (map?.keys() ?? []).flatMap((name) => {
    const entry = kindOf(name) === 'edit' ? map?.get(name) : undefined;
    return stringOf(entry) ?? stringOf(entry?.get('*')) ?? [];
  });
  return stated.length > 0 && !stated.includes('allow');
}

/** Folders outside of the project that need no approval: all of them by a word, or by pattern, of which the last that fits decides. */
function addFolders(node: SyntaxNode | undefined, agent: Agent, isAsked: boolean): void {
  if (node === undefined) return;
  const patterns = node.keys();
  const isCompared = patterns.length ** 2 <= MOST_COMPARED;
  const allowed = patterns.filter(
    (pattern, index) =>
      stringOf(node.get(pattern)) === 'allow' &&
      !(isCompared && patterns.slice(index + 1).some((later) => includes(later, pattern))),
  );
  const folders = allowed.flatMap((value) => {
    const at = node.get(value)?.at('key');
    return at ? [besideProject(value, at, isAsked)] : [];
  });
  if (stringOf(node) === 'allow') folders.push(besideProject('*', node.at(), isAsked));
  if (folders.length > 0) agent.folders = [...(agent.folders ?? []), ...folders];
}

/** A folder outside of the project whose question is answered. `isAsked`: edits are stated to require approval. */
export const besideProject = (value: string, at: Place, isAsked: boolean): Scope => ({
  value,
  at,
  isBeside: true,
  ...(isAsked && { isAsked }),
});

function addTool(reading: Reading, name: string, word: string, node: SyntaxNode, path: string): void {
  if (word === 'deny') return;
  const { kindOf, agent } = reading;
  const at = node.at();
  const kind = kindOf(name);
  if (word === 'allow')
    agent.tools.push(
      granted(toolNamed(name, kind, at, UNSTATED), grantOf(reachOfName(reading, name), node, path)),
    );
  else if (kind === 'edit') agent.tools.push(toolOf({ name, kind: 'apply_patch' }, at, askedBy(word, node)));
  else agent.tools.push(toolNamed(name, kind, at, askedBy(word, node)));
}

/** What a word for a tool lets run: `x_*` is every tool of a server, or of several, whose name begins so. */
function reachOfName({ words, kindOf }: Reading, name: string): Reach {
  const prefix = /.\*$/.test(name) ? name.slice(0, -1) : undefined;
  if (prefix !== undefined && !words.own.some((own) => own.startsWith(prefix)))
    return { of: 'names', prefix };
  const kind = kindOf(name);
  return kind === 'edit' ? { of: 'tool' } : reachOf(kind);
}

const grantOf = (what: Reach, node: SyntaxNode, path: string): Grant => ({
  who: 'agent',
  what,
  setting: 'allow',
  at: node.at(),
  remedy: asked(path, node),
});

const askedBy = (word: string, node: SyntaxNode): Tool['approval'] => ({
  state: 'shown',
  value: { by: 'human', stated: word },
  at: node.at(),
});

const asked = (path: string, node: SyntaxNode): Remedy =>
  editRemedy(`Set \`${path}\` to \`ask\``, () => node.edit()?.replace('ask'));

/** Comparisons of the patterns of one tool: so many take less than a second. */
const MOST_COMPARED = 500_000;

/** Patterns of commands: the last one that fits decides, so that what a later one covers says nothing. */
function addPatterns(reading: Reading, name: string, node: SyntaxNode, path: string): void {
  const { kindOf, agent } = reading;
  const isShell = kindOf(name) === 'shell';
  const patterns = node.keys();
  const says = (pattern: string) => stringOf(node.get(pattern));
  const star = patterns.indexOf('*');
  let left = MOST_COMPARED;
  // Without a star it fits itself alone. After very many comparisons nothing is covered: more is told, not less.
  const covering = patterns.flatMap((pattern, index) => (pattern.includes('*') ? [{ pattern, index }] : []));
  const isOverruled = (pattern: string, index: number) => {
    left -= covering.length;
    return left >= 0 && covering.some((one) => one.index > index && includes(one.pattern, pattern));
  };
  // What a star lets run anyway is told at the star; what an entry takes back from a refusal is not.
  const takenBack = patterns.flatMap((one, at) =>
    at > star && says(one) !== 'allow' ? [{ pattern: one, index: at }] : [],
  );
  const addsNothing = (pattern: string, index: number) => {
    if (says('*') !== 'allow' || index <= star) return false;
    left -= takenBack.length;
    return left >= 0 && !takenBack.some((one) => one.index < index && includes(pattern, one.pattern));
  };
  // The last rule that fits decides: `find *` with `find *-exec*: ask` behind it.
  const isTakenBack = (index: number, commands: string) => {
    const last = covering.findLast((one) => one.index > index && includes(one.pattern, commands));
    return last !== undefined && says(last.pattern) !== 'allow';
  };
  for (const [index, pattern] of patterns.entries()) {
    const entry = node.get(pattern);
    const word = stringOf(entry);
    if (!entry || word === undefined || word === 'deny') continue;
    if (isOverruled(pattern, index)) continue;
    if (!isShell) {
      if (pattern === '*') addTool(reading, name, word, entry, `${path}["*"]`);
      continue;
    }
    if (pattern === '*' && word === 'allow') {
      addTool(reading, name, word, entry, `${path}["*"]`);
      continue;
    }
    if (word === 'allow' && addsNothing(pattern, index)) continue;
    // opencode reads the colon as a plain sign: the entry fits no command.
    if (endsInColon(pattern)) continue;
    const isOne = !/[*?]/.test(pattern);
    const toolOfCommand = (line: string, isAlone: boolean): Tool =>
      commandTool(
        `${name} ${pattern}`,
        line,
        entry.at('key'),
        askedBy(word, entry),
        isAlone,
        line.replaceAll('?', '*'),
      );
    const whole = toolOfCommand(pattern, isOne);
    const left = withoutOptions(pattern, (option) =>
      isTakenBack(index, pattern.replace(/\*$/, `* ${option} *`)),
    );
    const { effect, openEnded } = left === undefined ? whole : toolOfCommand(left, true);
    const tool = { ...whole, effect, openEnded };
    const grant = grantOf({ of: 'tool' }, entry, `${path}["${pattern}"]`);
    agent.tools.push(word === 'allow' ? granted(tool, grant) : tool);
  }
}
