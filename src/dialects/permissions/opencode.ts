import {
  type Agent,
  editRemedy,
  type Grant,
  type Reach,
  type Remedy,
  type Tool,
  type ToolKind,
} from '../../model/index.js';
import type { SyntaxNode } from '../../syntax/node.js';
import { stringOf, toolOf } from '../agents/tool.js';
import { commandTool, endsInColon } from '../commands/commands.js';
import { granted } from './grants.js';

const KINDS: Readonly<Record<string, ToolKind>> = {
  bash: 'shell',
  edit: 'apply_patch',
  write: 'apply_patch',
  patch: 'apply_patch',
  multiedit: 'apply_patch',
  webfetch: 'function',
};

/** What opencode itself asks about, by the names of which a pattern is no pattern of a server's tools. */
const OWN = ['external_directory', 'doom_loop'];

/** Reads `permission` of the settings of opencode or of one agent: a word for everything, or by tool, or by pattern where the last one that fits decides. */
export function readPermissions(agent: Agent, node: SyntaxNode, path = 'permission'): void {
  const permission = node.get('permission');
  if (stringOf(permission) === 'allow' && permission) {
    agent.mode = {
      stated: 'permission: allow',
      at: permission.at(),
      asks: 'nobody',
      edit: `Set \`${path}\` by tool: \`{ "bash": "ask", "edit": "ask" }\`.`,
    };
    return;
  }
  for (const name of permission?.keys() ?? []) {
    // A tool that is switched off is not there.
    if (node.get('tools')?.get(name)?.scalar === false || OWN.includes(name)) continue;
    const entry = permission?.get(name);
    const word = stringOf(entry);
    if (entry && word !== undefined) addTool(agent, name, word, entry, `${path}.${name}`);
    else if (entry?.kind === 'object') addPatterns(agent, name, entry, `${path}.${name}`);
  }
}

function addTool(agent: Agent, name: string, word: string, at: SyntaxNode, path: string): void {
  if (word === 'deny') return;
  const tool = toolOf({ name, kind: KINDS[name] ?? 'function' }, at.at(), askedBy(word, at));
  agent.tools.push(word === 'allow' ? granted(harmless(tool), grantOf(reachOf(name), at, path)) : tool);
}

function reachOf(name: string): Reach {
  if (name === 'bash') return { of: 'commands' };
  if (name === '*') return { of: 'everything' };
  return name.endsWith('_*') && !OWN.some((own) => own.startsWith(name.slice(0, -1)))
    ? { of: 'names', prefix: name.slice(0, -1) }
    : { of: 'tool' };
}

/** What may edit the files of a project is what a coding agent is for. */
function harmless(tool: Tool): Tool {
  if (tool.kind !== 'apply_patch') return tool;
  const effect = { ...tool.effect, effect: 'change', because: { from: 'kind' } } as const;
  return { ...tool, kind: 'function', openEnded: false, effect };
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
function addPatterns(agent: Agent, name: string, node: SyntaxNode, path: string): void {
  const patterns = node.keys();
  const says = (pattern: string) => stringOf(node.get(pattern));
  const star = patterns.indexOf('*');
  let left = MOST_COMPARED;
  // Without a star it fits itself alone. After very many comparisons nothing is covered: more is told, not less.
  const covering = patterns.flatMap((pattern, index) => (pattern.includes('*') ? [{ pattern, index }] : []));
  const isOverruled = (pattern: string, index: number) => {
    left -= covering.length;
    return left >= 0 && covering.some((one) => one.index > index && covers(one.pattern, pattern));
  };
  // What a star lets run anyway is told at the star; what an entry takes back from a refusal is not.
  const takenBack = patterns.flatMap((one, at) =>
    at > star && says(one) !== 'allow' ? [{ pattern: one, index: at }] : [],
  );
  const addsNothing = (pattern: string, index: number) => {
    if (says('*') !== 'allow' || index <= star) return false;
    left -= takenBack.length;
    return left >= 0 && !takenBack.some((one) => one.index < index && covers(pattern, one.pattern));
  };
  for (const [index, pattern] of patterns.entries()) {
    const entry = node.get(pattern);
    const word = stringOf(entry);
    if (!entry || word === undefined || word === 'deny') continue;
    if (isOverruled(pattern, index)) continue;
    if (name !== 'bash') {
      if (pattern === '*') addTool(agent, name, word, entry, `${path}["*"]`);
      continue;
    }
    if (pattern === '*' && word === 'allow') {
      addTool(agent, 'bash', word, entry, `${path}["*"]`);
      continue;
    }
    if (word === 'allow' && addsNothing(pattern, index)) continue;
    // opencode reads the colon as a plain sign: the entry fits no command.
    if (endsInColon(pattern)) continue;
    const isOne = !/[*?]/.test(pattern);
    const tool = commandTool(`bash ${pattern}`, pattern, entry.at('key'), askedBy(word, entry), isOne);
    const grant = grantOf({ of: 'tool' }, entry, `${path}["${pattern}"]`);
    agent.tools.push(word === 'allow' ? granted(tool, grant) : tool);
  }
}

/** Whether a later pattern fits whatever an earlier one does, told by its text. */
function covers(later: string, earlier: string): boolean {
  let at = 0;
  const parts = later.split('*');
  for (const [index, part] of parts.entries()) {
    const found = index === 0 ? (earlier.startsWith(part) ? 0 : -1) : earlier.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return later.endsWith('*') || at === earlier.length;
}
