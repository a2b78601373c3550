import { all, type Expression, literal, not, parseExpression } from '../ci/expression.js';
import { FREE, HEAD, MOST_STATEMENTS, RIGHTS } from '../ci/known-values.js';
import facts from '../ci/events.json' with { type: 'json' };
import { asksForRights, asksRights, looksUpHead } from '../ci/shell-values.js';
import {
  type Branch,
  insideOf,
  replaced,
  type ScriptValues,
  type Surroundings,
  type Written,
} from '../ci/written.js';

interface Script {
  around: Surroundings;
  variables: Map<string, Expression>;
  branches: (Branch & { isTried?: boolean })[];
  ended: Expression[];
  outputs: Written[];
  written: Written[];
  fails: (readonly Expression[])[];
  runs: { text: string; under: readonly Expression[] }[];
}

/** A statement of a script: its words up to a bracket that opens a block, or to its end. */
interface Part {
  text: string;
  ends: '{' | '}' | ';';
}

/** What a script of `github-script` gives to later steps, and where it fails: branches are followed, nothing is run. */
export function readScript(code: string, around: Surroundings): ScriptValues {
  const script: Script = {
    around,
    variables: new Map(),
    branches: [],
    ended: [],
    outputs: [],
    written: [],
    fails: [],
    runs: [],
  };
  let before: Branch | undefined;
  for (const { text, ends } of partsOf(code).slice(0, MOST_STATEMENTS)) {
    before = readPart(script, text, ends, before);
  }
  return { outputs: script.outputs, variables: script.written, fails: script.fails, runs: script.runs };
}

/** The statements of a script. Brackets of objects and of calls are within a statement. */
function partsOf(code: string): Part[] {
  const parts: Part[] = [];
  let text = '';
  let depth = 0;
  const inner: string[] = [];
  for (let at = 0; at < code.length; at++) {
    const char = code.charAt(at);
    if (char === "'" || char === '"' || char === '`') {
      const end = endOfString(code, at);
      text += code.slice(at, end);
      at = end - 1;
    } else if (code.startsWith('//', at)) at = Math.max(at, lineBreak(code, at) - 1);
    else if (code.startsWith('/*', at))
      at = Math.max(at, (code.indexOf('*/', at) + 1 || code.length) as number);
    else if (char === '(' || char === '[') {
      depth++;
      inner.push(char);
      text += char;
    } else if (char === ')' || char === ']') {
      depth = Math.max(0, depth - 1);
      inner.pop();
      text += char;
    } else if (
      char === '{' &&
      (depth > 0 || /[=:(,]\s*$|\b(?:return|const|let|var)\s*$/.test(text)) &&
      !/=>\s*$/.test(text)
    ) {
      inner.push('{');
      depth++;
      text += char;
    } else if (char === '}' && inner.at(-1) === '{') {
      inner.pop();
      depth--;
      text += char;
    } else if (char === '{') {
      parts.push({ text: text.trim(), ends: '{' });
      text = '';
      // The arguments of a call go on behind the body of a function.
      if (depth > 0) inner.push('(body');
      depth = 0;
    } else if (char === '}') {
      if (text.trim() !== '') parts.push({ text: text.trim(), ends: ';' });
      parts.push({ text: '', ends: '}' });
      text = '';
      if (inner.at(-1) === '(body') inner.pop();
      depth = inner.filter((one) => one !== '(body').length;
    } else if ((char === ';' || (char === '\n' && isWhole(text, code, at))) && depth === 0) {
      if (text.trim() !== '') parts.push({ text: text.trim(), ends: ';' });
      text = '';
    } else text += char;
  }
  if (text.trim() !== '') parts.push({ text: text.trim(), ends: ';' });
  return parts;
}

/** Whether a line ends its statement: nothing on it or on the next one says that it goes on. */
const isWhole = (text: string, code: string, at: number): boolean =>
  text.trim() !== '' &&
  !/(?:[=+\-*/&|<>?:,.(!]|\b(?:return|await|else))\s*$/.test(text) &&
  !/^\s*(?:[.?:&|+*=,]|===)/.test(code.slice(at + 1, at + 80)) &&
  !/^(?:else )?if\s*\((?:[^()]|\([^()]*\))*\)\s*$/.test(text.trim());

function endOfString(code: string, start: number): number {
  const quote = code.charAt(start);
  for (let at = start + 1; at < code.length; at++) {
    if (code.charAt(at) === '\\') at++;
    else if (code.charAt(at) === quote) return at + 1;
  }
  return code.length;
}

const lineBreak = (code: string, at: number): number => {
  const end = code.indexOf('\n', at);
  return end < 0 ? code.length : end;
};

const now = ({ branches, ended }: Script): Expression[] => [...ended, ...insideOf(branches)];

/** Reads one statement; the result is the branch that was closed just before, whose `else` may follow. */
function readPart(
  script: Script,
  text: string,
  ends: Part['ends'],
  before: Branch | undefined,
): Branch | undefined {
  if (ends === '}') return script.branches.pop();
  const otherwise = /^else\b\s*/.exec(text);
  const rest = text.slice(otherwise?.[0].length ?? 0);
  const earlier = otherwise && before ? [...before.before, ...(before.test ? [before.test] : [])] : [];
  const condition = conditionIn(rest);
  if (condition) {
    const branch = { before: earlier, test: asTest(expressionOf(script, condition.test)) };
    script.branches.push(branch);
    if (ends === '{') return undefined;
    readStatement(script, condition.rest);
    script.branches.pop();
    return branch;
  }
  if (ends === '{') {
    const isElse = otherwise !== null;
    const isCaught = /^catch\b/.test(rest);
    const isLater = /=>\s*$|\bfunction\b/.test(rest);
    if (!isElse && !isCaught) readStatement(script, rest);
    script.branches.push({
      before: isElse ? earlier : [],
      ...(/^try\b/.test(rest) ? { isTried: true } : {}),
      ...(isCaught || isLater ? { test: FREE } : {}),
    });
    return undefined;
  }
  if (otherwise) {
    const branch = { before: earlier };
    script.branches.push(branch);
    readStatement(script, rest);
    script.branches.pop();
    return branch;
  }
  readStatement(script, rest);
  return undefined;
}

/** `if (TEST) REST`. */
function conditionIn(text: string): { test: string; rest: string } | undefined {
  const open = /^if\s*\(/.exec(text)?.[0].length;
  if (open === undefined) return undefined;
  let depth = 1;
  for (let at = open; at < text.length; at++) {
    const char = text.charAt(at);
    if (`'"\``.includes(char)) at = endOfString(text, at) - 1;
    else if (char === '(') depth++;
    else if (char === ')' && --depth === 0)
      return { test: text.slice(open, at), rest: text.slice(at + 1).trim() };
  }
  return undefined;
}

function readStatement(script: Script, text: string): void {
  const under = now(script);
  script.runs.push({ text, under });
  const call = /\bcore\.(setOutput|exportVariable|setFailed)\s*\(\s*/.exec(text);
  if (call?.[1] === 'setFailed' || /^throw\b|\bprocess\.exit\s*\(\s*[1-9]/.test(text)) {
    script.fails.push(under);
    // What comes behind `setFailed` still runs.
    if (call?.[1] !== 'setFailed') script.ended.push(not(all(under)));
    return;
  }
  if (call) {
    const given = givenIn(text.slice(call.index + call[0].length));
    const name = /^(['"`])([\w-]+)\1$/.exec(given[0] ?? '')?.[2] ?? '*';
    const value = expressionOf(script, given[1] ?? '');
    script[call[1] === 'setOutput' ? 'outputs' : 'written'].push({ name, value, under });
    return;
  }
  // GitHub answers that a person is none of a list with an error, which ends the block.
  if (facts.checks.throws.some((word) => text.includes(word))) {
    const passed: Expression = { kind: 'equal', left: RIGHTS, right: literal('true') };
    const block = script.branches.at(-1);
    if (script.branches.some(({ isTried }) => isTried)) {
      if (block) block.test = block.test ? { kind: 'and', left: block.test, right: passed } : passed;
    } else {
      script.fails.push([...under, not(passed)]);
      script.ended.push({ kind: 'or', left: not(all(under)), right: passed });
    }
  }
  const returned = /^return\b([\s\S]*)/.exec(text)?.[1];
  if (returned !== undefined) {
    if (returned.trim() !== '')
      script.outputs.push({ name: 'result', value: expressionOf(script, returned.trim()), under });
    script.ended.push(not(all(under)));
    return;
  }
  const assigned = /^(?:(?:const|let|var)\s+)?([\w$]+|\{[^}]*\}|\[[^\]]*\])\s*=(?![=>])([\s\S]*)/.exec(text);
  if (!assigned) return;
  const [, target = '', value = ''] = assigned;
  const expression = expressionOf(script, value.trim());
  const part = (of: Expression, name: string): Expression =>
    target.startsWith('{') && of.kind === 'context'
      ? { kind: 'context', path: `${of.path}.${name.toLowerCase()}` }
      : of;
  for (const [name] of target.matchAll(/[\w$]+/g)) {
    const earlier = script.variables.get(name) ?? literal('');
    script.variables.set(
      name,
      replaced(earlier, part(expression, name), /^(?:const|let|var)\b/.test(text) ? [] : under),
    );
  }
}

/** The arguments of a call, up to the bracket that closes it. */
function givenIn(text: string): string[] {
  const given: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (`'"\``.includes(char)) at = endOfString(text, at) - 1;
    else if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char) && --depth < 0) return [...given, text.slice(start, at).trim()];
    else if (char === ',' && depth === 0) {
      given.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...given, text.slice(start).trim()];
}

const CONTEXTS: readonly (readonly [RegExp, string])[] = [
  [/\bcontext\.payload\./g, 'github.event.'],
  [/\bcontext\.actor\b/g, 'github.actor'],
  [/\bcontext\.eventName\b/g, 'github.event_name'],
];

/** An expression of a script, as one of workflows: a comparison, a list that includes something, or what it is made from. */
function expressionOf(script: Script, code: string): Expression {
  const plain = CONTEXTS.reduce((text, [pattern, path]) => text.replaceAll(pattern, path), code)
    .replace(/^await\s+/, '')
    .replaceAll(/\?\./g, '.')
    .replaceAll(/([=!])==/g, '$1=')
    .replaceAll(
      /"((?:[^"\\]|\\.)*)"|`([^`$]*)`/g,
      (_, a: string | undefined, b: string | undefined) => `'${(a ?? b ?? '').replaceAll("'", '')}'`,
    )
    .replaceAll(/\bnew Set\((\[[^\]]*\])\)/g, '$1')
    .replaceAll(
      /\[((?:\s*'[^']*'\s*(?:,|(?=\])))+)\s*\]/g,
      (_, list: string) => `fromjson('${list.replaceAll("'", '')}')`,
    )
    .replaceAll(/(fromjson\('[^']*'\)|[\w.$]+)\.(?:includes|has)\(/g, 'contains($1,')
    .replaceAll(/\b(?:String|Boolean)\(((?:[^()]|\([^()]*\))*)\)/g, '$1')
    .replaceAll(/([\w.$]+)\.(startsWith|endsWith)\(/g, '$2($1,')
    .replaceAll(/\.(?:trim|toLowerCase|toUpperCase|toString)\(\)/g, '');
  if (!code.startsWith('context.') && looksUpHead(code)) return HEAD;
  const chosen = /^([^?]+)\?([^?:]+):([^?:]+)$/.exec(plain);
  if (chosen) {
    const [, test = '', one = '', other = ''] = chosen;
    const under = asTest(expressionOf(script, test.trim()));
    return replaced(expressionOf(script, other.trim()), expressionOf(script, one.trim()), [under]);
  }
  const read = parseExpression(plain);
  const known = read && withVariables(script, read);
  if (known) return known;
  if (asksForRights(code)) return RIGHTS;
  const named = [...code.matchAll(/[\w$]+/g)].map(([name]) => script.variables.get(name));
  if (named.some((one) => one !== undefined && asksRights(one))) return RIGHTS;
  if (WHO.test(plain)) return { kind: 'unknown', why: 'a comparison of its script is not read' };
  return named.find((one) => one?.kind === 'unknown') ?? foreign(code) ?? FREE;
}

const WHO = /author_association|\.login\b|\bgithub\.(?:triggering_)?actor\b/;

/** What a test makes of the answer of a check: whether the rights suffice. */
const asTest = (of: Expression): Expression =>
  of.kind === 'rights' ? { kind: 'equal', left: of, right: literal('true') } : of;

/** A call whose answer may say who somebody is: of another service, or of a function of the script. */
const foreign = (code: string): Expression | undefined => {
  const called =
    /(?<![.\w$])(?!(?:await|String|Boolean|Number|parseInt|if|return|typeof)\b)([\w$]+)\s*\(|\bgithub\.(?:rest\.)?(?:orgs|teams|users)\b/.exec(
      code,
    );
  return called
    ? { kind: 'unknown', why: `the answer of \`${called[1] ?? called[0]}\` is not known` }
    : undefined;
};

/** An expression with the values of variables; undefined where it names something that is not followed. */
function withVariables(script: Script, of: Expression): Expression | undefined {
  const within = (one: Expression): Expression | undefined => withVariables(script, one);
  switch (of.kind) {
    case 'context': {
      if (of.path.startsWith('github.')) return of.path.startsWith('github.rest') ? undefined : of;
      const [name = '', ...rest] = of.path.split('.');
      if (of.path.startsWith('process.env.'))
        return script.around.variable((rest[1] ?? '').toUpperCase()) ?? FREE;
      const value = [...script.variables].find(([one]) => one.toLowerCase() === name)?.[1];
      return value;
    }
    case 'call': {
      if (!['contains', 'fromjson', 'startswith', 'endswith'].includes(of.name)) return undefined;
      const given = of.given.map(within);
      return given.every((one) => one !== undefined) ? { ...of, given } : undefined;
    }
    case 'not': {
      const inner = within(of.of);
      return inner && not(asTest(inner));
    }
    case 'and':
    case 'or': {
      const [left, right] = [within(of.left), within(of.right)];
      return left && right ? { ...of, left: asTest(left), right: asTest(right) } : undefined;
    }
    case 'equal':
    case 'unequal':
    case 'other': {
      const [left, right] = [within(of.left), within(of.right)];
      return left && right ? { ...of, left, right } : undefined;
    }
    default:
      return of;
  }
}
