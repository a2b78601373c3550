import type { CodeFile } from '../file.js';
import type { Definition } from '../language.js';
import type { Cst } from '../tree/cst.js';

/** Most nodes of a body that are looked at for its returns. */
const MOST_STATEMENTS = 2_000;
/** Most characters of a body that is read. */
export const LONGEST_BODY = 20_000;

const NESTS = /(?:^|_)(?:statement|block|clause|body|case|default)$/;

/** The expressions that a function returns, in the order of the text. Those of functions in it are not its own. */
export function returnsOf(definition: Definition): Cst[] {
  const { body } = definition;
  if (!body || definition.kind === 'class') return [];
  if (definition.bodyIsExpression) return [body];
  const found: Cst[] = [];
  const waiting = [body];
  for (let seen = 0; waiting.length > 0 && seen < MOST_STATEMENTS; seen++) {
    const node = waiting.pop() as Cst;
    if (node.type === 'return_statement') {
      const value = node.children()[0];
      if (value) found.push(value);
    } else if (NESTS.test(node.type)) {
      for (const child of [...node.children()].reverse()) waiting.push(child);
    }
  }
  return found;
}

/** Blocks within each other at whose end a return is looked for. */
const DEEPEST = 4;

/** Whether a block ends by returning an expression; `try` and `with` end as their own block does. */
function endsWith(body: Cst, result: Cst): boolean {
  let block: Cst | undefined = body;
  for (let depth = 0; block && depth < DEEPEST; depth++) {
    const last: Cst | undefined = block.children().at(-1);
    if (last?.type === 'return_statement') return last.children()[0] === result;
    block =
      last?.type === 'try_statement' || last?.type === 'with_statement' ? last.field('body') : undefined;
  }
  return false;
}

/** The one expression that every call of a function gives. */
export interface FactoryResult {
  node: Cst;
  /** What it gives depends on what it is passed. */
  usesParameters: boolean;
}

/** The one expression that every call of a function gives; undefined where it gives several, or does more than give it. */
export function factoryResult(file: CodeFile, definition: Definition): FactoryResult | undefined {
  const { body } = definition;
  if (!body || definition.kind === 'class') return undefined;
  const returns = returnsOf(definition);
  const only = returns.length === 1 ? returns[0] : undefined;
  if (!only || body.end - body.start > LONGEST_BODY) return undefined;
  if (!definition.bodyIsExpression) {
    if (!endsWith(body, only)) return undefined;
  }
  const words = new Set(file.text.slice(body.start, body.end).match(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu));
  if (words.has('yield')) return undefined;
  const usesParameters = definition.parameters.some(({ binds }) => binds.some((name) => words.has(name)));
  return { node: only, usesParameters };
}
