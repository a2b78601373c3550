import type { CodeSyntaxNode } from '../../syntax/code/index.js';

/** Members of a body that decide on a verdict: where one is a parameter, each call of the function makes a body. */
const PARTS: readonly string[] = [
  ...['agent', 'environment', 'multi_agent', 'tools', 'mcp_servers'],
  ...['store', 'background', 'conversation', 'previous_response_id', 'prompt_cache_retention'],
];
const LISTS: ReadonlySet<string> = new Set(['tools', 'mcp_servers']);
/** Functions that pass on what they are passed. */
const DEEPEST = 4;

/**
 * The bodies that a body in a function stands for: one for each call of the function, where a part of it is a parameter
 * that the calls pass. A list that may be one that is written out (a default, a side of a choice) holds its items, and
 * stays open. Without such parts: the body itself.
 */
export function bodiesPassed(body: CodeSyntaxNode): readonly CodeSyntaxNode[] {
  if (body.kind !== 'object') return [body];
  const turns = turnsOf(body);
  if (turns === 0) return mayHoldMore(body) ? [seenIn(body, { turn: 0, turns })] : [body];
  return Array.from({ length: turns }, (_, turn) => seenIn(body, { turn, turns }));
}

interface Turn {
  turn: number;
  turns: number;
}

/** Parts of a body, those of the agent in it too. */
function partsOf(node: CodeSyntaxNode): readonly (readonly [key: string, part: CodeSyntaxNode])[] {
  const stated = new Set(node.keys());
  return PARTS.flatMap((key) => {
    const part = stated.has(key) ? node.get(key) : undefined;
    if (part === undefined) return [];
    return key === 'agent' && part.kind === 'object' ? partsOf(part) : [[key, part] as const];
  });
}

function turnsOf(body: CodeSyntaxNode): number {
  return Math.max(0, ...partsOf(body).map(([, part]) => part.passed.length));
}

const mayHoldMore = (body: CodeSyntaxNode): boolean =>
  partsOf(body).some(([key, part]) => LISTS.has(key) && listsIn(part).length > 0);

/** The same node with what one call passes in place of parameters. */
function seenIn(node: CodeSyntaxNode, turn: Turn): CodeSyntaxNode {
  return Object.create(node, {
    get: {
      value: (key: string) => {
        const part = node.get(key);
        return part && partIn(part, key, turn);
      },
    },
  }) as CodeSyntaxNode;
}

function partIn(part: CodeSyntaxNode, key: string, turn: Turn): CodeSyntaxNode {
  if (key === 'agent' && part.kind === 'object') return seenIn(part, turn);
  // Where some calls leave a parameter out and others do not, which goes with which is not told.
  const isTold = part.passed.length > 0 && part.passed.length === turn.turns;
  const passed = isTold ? endOf(part.passed[turn.turn] ?? part) : part;
  const value = passed === part ? part : standingAt(part, passed);
  if (key === 'agent' && value.kind === 'object') return seenIn(value, { turn: 0, turns: 0 });
  return LISTS.has(key) ? (listOf(value) ?? value) : value;
}

/** What is passed, through functions that only pass it on. */
function endOf(node: CodeSyntaxNode): CodeSyntaxNode {
  let end = node;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const [only, ...others] = end.passed;
    if (only === undefined || others.length > 0) break;
    end = only;
  }
  return end;
}

/** A value with the key of the part that it is passed for. */
function standingAt(part: CodeSyntaxNode, passed: CodeSyntaxNode): CodeSyntaxNode {
  return Object.create(passed, {
    at: {
      value: (...[which, otherwise]: Parameters<CodeSyntaxNode['at']>) =>
        which === 'key' ? part.at('key', otherwise) : passed.at(which, otherwise),
    },
  }) as CodeSyntaxNode;
}

const listsIn = (part: CodeSyntaxNode): readonly CodeSyntaxNode[] =>
  part.kind === 'dynamic'
    ? ((part.may ?? []) as readonly CodeSyntaxNode[]).filter(({ kind }) => kind === 'array')
    : [];

/** A list that may be one of several: what they hold, and what it is computed from. */
function listOf(part: CodeSyntaxNode): CodeSyntaxNode | undefined {
  const lists = listsIn(part);
  const [first] = lists;
  if (!first) return undefined;
  const items = [...lists.flatMap((list) => list.items()), part];
  return Object.create(first, { items: { value: () => items } }) as CodeSyntaxNode;
}
