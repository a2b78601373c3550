import { type Command, scanShell } from '../../syntax/shell/scan.js';
import { isAssignment } from '../../syntax/shell/command-line.js';
import { startedIn } from './started.js';
import facts from './events.json' with { type: 'json' };
import {
  all,
  ANSWER,
  type Expression,
  findIn,
  FREE,
  HEAD,
  headRepository,
  isAnswer,
  isAnswerFile,
  literal,
  matching,
  MOST_STATEMENTS,
  not,
  RIGHTS,
  rightsOf,
} from './expression.js';
import {
  assign,
  type Branch,
  now,
  openReading,
  type Reading,
  type ScriptValues,
  type Surroundings,
} from './written.js';

type Word = Command['words'][number];

interface Frame extends Branch {
  of: 'if' | 'case' | 'loop' | 'group';
  /** Inside the test of an `if`, or the patterns of a `case`. */
  isTest: boolean;
  /** The word that a `case` compares. */
  compared?: Expression;
  /** What is printed inside, for the redirection of a whole group. */
  printed: Print[];
}

interface Print {
  text: readonly Expression[];
  under: readonly Expression[];
}

interface Shell extends Reading<Frame> {
  /** Inside of `[[ ... && ... ]]`. */
  isInTest: boolean;
  /** A `!` is before the first command of a pipe. */
  isTurned: boolean;
}

/** What a script of a shell writes for later steps, and where it fails: branches are followed, nothing is run. */
export function readShell(run: string, around: Surroundings): ScriptValues {
  const reading = openReading<Frame>(run, around, (name) => `\${${name}}`);
  // The brackets and bars of a pattern are none of the shell; a line goes on behind a backslash.
  const text = reading.text
    .replaceAll('\\\n', '  ')
    .replaceAll(/=~\s*([^\s'"$][^\n;&]*?)\s*\]\]/g, "=~ '$1' ]]");
  const shell: Shell = { ...reading, text, isInTest: false, isTurned: false };
  const { commands } = scanShell(text, { start: 0, end: text.length });
  const inner = new Set(commands.flatMap(innerOf));
  const own = commands.filter((one) => !inner.has(one) && one.words.length > 0).slice(0, MOST_STATEMENTS);
  let chain: Expression | undefined;
  let end = 0;
  for (const [index, command] of own.entries()) {
    const between = text.slice(end, command.words[0]?.start ?? end);
    const joint = /(&&|\|\|)\s*$/.exec(between)?.[1];
    end = endOf(command);
    const next = text.slice(end, own[index + 1]?.words[0]?.start ?? end);
    chain = readCommand(shell, command, { joint, chain, between, next });
  }
  return shell;
}

const endOf = ({ words, outputFiles }: Command): number =>
  Math.max(words.at(-1)?.end ?? 0, ...(outputFiles ?? []).map((one) => one.end));

/** Commands within the words of another one. */
function innerOf({ words, input, list }: Command): readonly Command[] {
  const found = [...words, ...(list?.words ?? []), ...(input ? [input] : [])].flatMap(({ pieces }) =>
    pieces.flatMap(({ hole }) => hole?.commands ?? []),
  );
  return found.flatMap((one) => [one, ...innerOf(one)]);
}

interface Around {
  joint: string | undefined;
  chain: Expression | undefined;
  between: string;
  next: string;
}

/** Reads one command; the result is its status together with those that it is joined to. */
function readCommand(shell: Shell, command: Command, around: Around): Expression | undefined {
  const words = controlled(shell, command, around);
  if (words === undefined) return undefined;
  if (words.length === 0) return undefined;
  const { joint, chain } = around;
  const top = shell.branches.at(-1);
  const joined = joint !== undefined && chain !== undefined ? [joint === '&&' ? chain : not(chain)] : [];
  const isTest = top?.of === 'if' && top.isTest;
  const under = [...now(shell), ...joined];
  shell.runs.push({ text: textOf(shell, command), under });
  if (!isTest) act(shell, command, words, under);
  const isMarked = words[0]?.value === '!';
  const isPiped = /(?<!\|)\|\s*$/.test(around.between);
  shell.isTurned = isMarked || (isPiped && shell.isTurned);
  const bare = statusOf(shell, isMarked ? words.slice(1) : words, command);
  const own = shell.isTurned ? not(bare) : bare;
  const whole: Expression =
    joint === undefined || chain === undefined
      ? own
      : { kind: joint === '&&' ? 'and' : 'or', left: chain, right: own };
  if (isTest) top.test = whole;
  else if (joint === undefined && !/^\s*(?:&&|\|)/.test(around.next) && asksRights(bare))
    // A shell of a workflow stops at the first command that fails.
    shell.fails.push([...now(shell), not(own)]);
  return whole;
}

/** The words of a command behind control words, which open and close branches; undefined for a pattern. */
function controlled(shell: Shell, command: Command, { between, next }: Around): Word[] | undefined {
  const { branches: frames } = shell;
  let words = command.words;
  const top = frames.at(-1);
  if (top?.of === 'case' && (top.isTest || between.includes(';;')) && words[0]?.value !== 'esac')
    return readPattern(shell, top, words, between.includes(';;'), next);
  for (let count = 0; count < 4; count++) {
    const [first, ...rest] = words;
    const frame = frames.at(-1);
    switch (first?.value) {
      case 'if':
        frames.push({ of: 'if', isTest: true, before: [], printed: [] });
        break;
      case 'elif':
      case 'else':
        if (frame?.of === 'if') {
          if (frame.test) frame.before.push(frame.test);
          delete frame.test;
          frame.isTest = first.value === 'elif';
        }
        break;
      case 'then':
        if (frame?.of === 'if') frame.isTest = false;
        break;
      case 'for':
      case 'while':
      case 'until':
      case 'select':
        loopOver(shell, words);
        frames.push({ of: 'loop', isTest: false, before: [], test: FREE, printed: [] });
        return [];
      case 'do':
        break;
      case '{':
        frames.push({ of: 'group', isTest: false, before: [], printed: [], ...ofFunction(between) });
        break;
      case '}':
      case 'fi':
      case 'done':
      case 'esac':
        closeFrame(shell, command);
        return [];
      case 'case': {
        const compared = rest[0] ? wordValue(shell, rest[0]) : FREE;
        const frameOfCase: Frame = { of: 'case', isTest: true, before: [], compared, printed: [] };
        frames.push(frameOfCase);
        const pattern = rest.slice(rest.findIndex(({ value }) => value === 'in') + 1);
        return pattern.length > 0 ? readPattern(shell, frameOfCase, pattern, true, next) : undefined;
      }
      default:
        return words;
    }
    words = rest;
    if (words.length === 0) return [];
  }
  return words;
}

/** The variables of a loop: one of the words of a list, or what `read` gets. */
function loopOver(shell: Shell, words: readonly Word[]): void {
  const { variables } = shell;
  const [first, second, , ...list] = words;
  if (first?.value === 'for' && second) {
    const of = list.flatMap((word) => {
      const value = wordValue(shell, word);
      const names = value.kind === 'literal' ? value.value.split(/\s+/).filter((one) => one !== '') : [];
      return names.length > 0 ? names.map(literal) : [value];
    });
    variables.set(second.value, { kind: 'one-of', of: of.map((value) => ({ value, under: [] })) });
  }
  const from = words.findIndex(({ value }) => value === 'read');
  for (const { value } of from < 0 ? [] : words.slice(from + 1))
    if (/^[A-Za-z_]\w*$/.test(value))
      variables.set(value, { kind: 'unknown', why: 'what `read` gets is not known' });
}

/** The body of a function runs where it is called. */
const ofFunction = (between: string): { test?: Expression } =>
  /\(\s*\)\s*$/.test(between) ? { test: IN_FUNCTION } : {};

export const IN_FUNCTION: Expression = { kind: 'unknown', why: 'a function of the script is not followed' };

function closeFrame(shell: Shell, { outputFiles }: Command): void {
  const frame = shell.branches.pop();
  if (!frame) return;
  if (outputFiles) for (const print of frame.printed) write(shell, print, outputFiles);
  else shell.branches.at(-1)?.printed.push(...frame.printed);
}

/** A pattern of a `case`: what it compares is one of those that stand before the bracket. */
function readPattern(shell: Shell, frame: Frame, words: Word[], isFirst: boolean, next: string): undefined {
  if (isFirst && frame.test) {
    frame.before.push(frame.test);
    delete frame.test;
  }
  const pattern = words[0];
  const value = pattern ? wordValue(shell, pattern) : FREE;
  const isAny = value.kind === 'literal' && /^\*+$/.test(value.value);
  const one: Expression = isAny
    ? literal('true')
    : value.kind === 'literal' && /[*?[]/.test(value.value)
      ? matching(frame.compared ?? FREE, value)
      : { kind: 'equal', left: frame.compared ?? FREE, right: value };
  frame.test = frame.test ? { kind: 'or', left: frame.test, right: one } : one;
  frame.isTest = !/^\s*\)/.test(next);
  return undefined;
}

/** What a command does: it ends the script, sets a variable, or prints for later steps. */
function act(shell: Shell, command: Command, words: Word[], under: readonly Expression[]): void {
  const [first, second] = words;
  const name = first?.value ?? '';
  if (name === 'exit' || (name === 'return' && shell.branches.length > 0)) {
    if (name === 'exit' && (second?.value ?? '1') !== '0') shell.fails.push(under);
    shell.ended.push(not(all(under)));
    return;
  }
  const assigned = words.filter(({ value }) => isAssignment(value));
  if (
    assigned.length > 0 &&
    (assigned.length === words.length || ['export', 'local', 'declare'].includes(name))
  )
    for (const word of assigned) assignWord(shell, word, under);
  const files = [...(command.outputFiles ?? []), ...(name === 'tee' ? words.slice(1) : [])];
  const printed = printedBy(shell, command, words) ?? [
    [{ kind: 'unknown', why: `what \`${name}\` prints is not known` } as const],
  ];
  const prints = printed.map((text) => ({ text, under }));
  // The older form of an output, which is read from the log.
  for (const { text } of prints) {
    const [first] = text;
    const found = first?.kind === 'literal' ? /^::set-output name=([\w-]+)::/.exec(first.value) : undefined;
    if (found)
      shell.outputs.push({ name: found[1] ?? '', value: joinedParts(behind(text, found[0].length)), under });
  }
  if (files.length > 0) for (const print of prints) write(shell, print, files);
  else shell.branches.at(-1)?.printed.push(...prints);
}

function assignWord(shell: Shell, word: Word, under: readonly Expression[]): void {
  const at = word.value.indexOf('=');
  const name = word.value.slice(0, at).replace(/\+$/, '');
  assign(shell, name, joinedParts(behind(partsIn(shell, word), at + 1)), under);
}

/** The lines that a command prints, as parts. */
function printedBy(shell: Shell, { input, feeds }: Command, words: Word[]): Expression[][] | undefined {
  const name = words[0]?.value ?? '';
  if (name === 'echo' || name === 'printf') {
    const given = words.slice(1).filter(({ value }) => !/^-[neE]+$/.test(value));
    const [format, ...rest] = given;
    if (name === 'printf' && format) return linesOfParts(printfParts(shell, format, rest));
    return [given.flatMap((word, index) => [...(index > 0 ? [literal(' ')] : []), ...partsIn(shell, word)])];
  }
  if (name === 'cat' && input) return linesOfParts(partsIn(shell, input));
  if (name === 'tee' && input) return linesOfParts(partsIn(shell, input));
  if (name === 'tee' && feeds) return feeds.flatMap((one) => printedBy(shell, one, one.words) ?? []);
  return undefined;
}

/** `printf 'name=%s\n' "$X"`: the words in place of what the format marks. */
function printfParts(shell: Shell, format: Word, rest: readonly Word[]): Expression[] {
  const parts: Expression[] = [];
  const add = (one: Expression): void => {
    const last = parts.at(-1);
    if (one.kind !== 'literal' || last?.kind !== 'literal') parts.push(one);
    else parts.splice(-1, 1, literal(last.value + one.value));
  };
  const filled = format.pieces.some(({ hole }) => hole) ? partsIn(shell, format) : [literal(format.value)];
  let next = 0;
  for (const part of filled)
    if (part.kind !== 'literal') add(part);
    else
      for (const [index, text] of part.value.split(/%[sdb]/).entries()) {
        const value = index === 0 ? undefined : rest[next++];
        for (const one of value ? partsIn(shell, value) : []) add(one);
        add(literal(text.replaceAll('\\n', '\n')));
      }
  return parts;
}

function linesOfParts(parts: readonly Expression[]): Expression[][] {
  const lines: Expression[][] = [[]];
  for (const part of parts) {
    if (part.kind !== 'literal') lines.at(-1)?.push(part);
    else
      for (const [index, text] of part.value.split('\n').entries()) {
        if (index > 0) lines.push([]);
        if (text.trim() !== '') lines.at(-1)?.push(literal(text.replace(/^\t+/, '')));
      }
  }
  return lines;
}

const FILES: readonly (readonly [RegExp, 'outputs' | 'exported'])[] = [
  [/^\{\{GITHUB_OUTPUT\}\}$/, 'outputs'],
  [/^\{\{GITHUB_ENV\}\}$/, 'exported'],
];

/** `name=value` in the file of outputs or of variables; a name that is not seen is any of them. */
function write(shell: Shell, { text, under }: Print, files: readonly Word[]): void {
  for (const [file, list] of FILES) {
    if (!files.some(({ value }) => file.test(value))) continue;
    const [first] = text;
    const found = first?.kind === 'literal' ? /^([\w-]+)(=|<<)/.exec(first.value) : undefined;
    if (found?.[2] === '=') {
      const value = joinedParts(behind(text, found[0].length));
      shell[list].push({ name: found[1] ?? '', value, under });
    } else if (found) shell[list].push({ name: found[1] ?? '', value: valueOfHole(text.slice(1)), under });
    else if (first && first.kind !== 'literal')
      shell[list].push({ name: '*', value: valueOfHole(text), under });
  }
}

/** A value of several lines is that of what they contain. */
const valueOfHole = (parts: readonly Expression[]): Expression =>
  parts.find(asksRights) ?? parts.find(isAnswer) ?? parts.find(({ kind }) => kind === 'unknown') ?? FREE;

/** The parts of a text without its first characters. */
function behind(parts: readonly Expression[], length: number): Expression[] {
  const [first, ...rest] = parts;
  if (first?.kind !== 'literal') return [...parts];
  const text = first.value.slice(length);
  return text === '' ? rest : [literal(text), ...rest];
}

function joinedParts(parts: readonly Expression[]): Expression {
  const [first, ...rest] = parts;
  if (!first) return literal('');
  if (rest.length === 0) return first;
  if (parts.every(({ kind }) => kind === 'literal'))
    return literal(parts.map((one) => (one.kind === 'literal' ? one.value : '')).join(''));
  return valueOfHole(parts);
}

/** The texts of a word, and what is filled in between. */
function partsIn(shell: Shell, { value, pieces }: Word): Expression[] {
  const parts: Expression[] = [];
  let from = 0;
  for (const { at, given, hole, offset, taken } of pieces) {
    if (!hole) continue;
    if (at > from) parts.push(literal(value.slice(from, at)));
    parts.push(
      hole.name !== undefined
        ? variableOf(shell, hole.name)
        : hole.output
          ? wordValue(shell, hole.output)
          : hole.commands
            ? printedIn(shell, hole.commands)
            : changedVariable(shell, shell.text.slice(offset, offset + taken)),
    );
    from = at + given;
  }
  if (from < value.length) parts.push(literal(value.slice(from)));
  return parts;
}

const wordValue = (shell: Shell, word: Word): Expression => joinedParts(partsIn(shell, word));

/** `${ROLE,,}`, `${GO:-true}`: a variable with other letters, without a part, or with what it is if it is not set. */
function changedVariable(shell: Shell, text: string): Expression {
  const [, name, without] = /^\$\{(\w+)(?::?-([^{}$]*)|[,^#%/][^{}]*)\}$/.exec(text) ?? [];
  if (name === undefined) return FREE;
  const known = shell.variables.get(name) ?? shell.around.variable(name);
  return known ?? (without === undefined ? FREE : literal(without));
}

const variableOf = ({ variables, around }: Shell, name: string): Expression =>
  variables.get(name) ?? around.variable(name) ?? FREE;

/** What commands print: the answer of a check of rights, a text, or what is not known. */
function printedIn(shell: Shell, commands: readonly Command[]): Expression {
  const texts = commands.map((one) => textOf(shell, one));
  const asking = commands.find((one) => asksForRights(textOf(shell, one)));
  if (asking) return rightsBy(shell, asking);
  if (texts.some(looksUpHead)) return HEAD;
  const [repository] = texts.flatMap((text) => headRepository(text) ?? []);
  if (repository) return repository;
  if (texts.some((text) => startedIn(text) !== undefined)) return ANSWER;
  const [file] = commands.flatMap(({ words }) =>
    words.flatMap(({ value }) => shell.around.file(value) ?? []),
  );
  if (file) return file;
  const filled = commands.flatMap(({ words }) => words.flatMap((word) => partsIn(shell, word)));
  if (filled.some(isAnswerFile)) return ANSWER;
  const found = filled.find(
    (one) => asksRights(one) || isAnswer(one) || one.kind === 'context' || one.kind === 'unknown',
  );
  if (found) return found;
  const foreign = commands.find(({ words }) => !isPlain(words[0]?.value ?? '', words[1]?.value ?? ''));
  return foreign
    ? { kind: 'unknown', why: `the output of \`${foreign.words[0]?.value ?? ''}\` is not known` }
    : FREE;
}

/** What a command answers that asks for rights; the person is behind the name of their list. */
function rightsBy(shell: Shell, command: Command): Expression {
  const parts = command.words.flatMap((word) => partsIn(shell, word));
  const at = parts.findIndex((one) => one.kind === 'literal' && LISTS.test(one.value));
  const list = parts[at];
  const named = list?.kind === 'literal' ? LISTS.exec(list.value)?.[1] : undefined;
  return rightsOf(textOf(shell, command), named === '' ? parts[at + 1] : literal(named ?? ''));
}
const LISTS = new RegExp(`(?:${facts.checks.lists.join('|')})([^/]*)`);

const textOf = ({ text }: Shell, command: Command): string =>
  text.slice(command.words[0]?.start ?? 0, endOf(command));

/** Whether a text calls what answers with the rights of a person. */
export const asksForRights = (text: string): boolean =>
  facts.checks.words.some((word) => text.includes(word));

/** Whether a text looks up the head of a pull request; what it gets is one, at the time of the look-up. */
export const looksUpHead = (text: string): boolean => facts.heads.lookups.some((word) => text.includes(word));

const PLAIN: ReadonlySet<string> = new Set(facts.checks.plain);

/** Whether the output of a program says nothing of the rights of a person. */
const isPlain = (program: string, command: string): boolean =>
  PLAIN.has(program) || PLAIN.has(`${program} ${command}`) || isAssignment(program);

/** Whether a value is made from the answer of a check of rights, or from who caused the event. */
export const asksRights = (of: Expression): boolean =>
  findIn(of, (one) => one.kind === 'rights' || (one.kind === 'context' && WHO.test(one.path))) !== undefined;

const WHO = /author_association$|\.login$|^github\.(?:actor|triggering_actor|event\.sender)/;

/** `curl` without an option for that does not fail where the answer is an error: it ends with 0. */
const NEVER_FAILS = /\bcurl\b(?!.*\s(?:-[a-zA-Z]*f|--fail))/s;

/** The status of a command as a test. */
function statusOf(shell: Shell, words: readonly Word[], command: Command): Expression {
  const [first] = words;
  const name = first?.value ?? '';
  if (shell.isInTest || name === '[[') {
    shell.isInTest = words.at(-1)?.value !== ']]';
    return testOf(shell, name === '[[' ? words.slice(1) : words);
  }
  if (name === '[' || name === 'test') return testOf(shell, words.slice(1));
  if (name === 'true' || name === ':' || name === 'echo') return literal('true');
  if (name === 'false') return literal('false');
  const text = textOf(shell, command);
  // GitHub answers the role of anyone; only for the list of collaborators it answers that there is none.
  if (asksForRights(text))
    return text.includes('/permission') || text.includes('author_association') || NEVER_FAILS.test(text)
      ? FREE
      : { kind: 'equal', left: rightsBy(shell, command), right: literal('true') };
  if (name === 'grep' || name === 'egrep') return grepOf(shell, words, command);
  if (isAssignment(name) || isPlain(name, words[1]?.value ?? '')) return FREE;
  return { kind: 'unknown', why: `the result of \`${name}\` is not known` };
}

/** `echo "$X" | grep -qE "^(a|b)$"`: what is printed is one of the words of the pattern, or has it. */
function grepOf(shell: Shell, words: readonly Word[], { feeds, input }: Command): Expression {
  const given = words.slice(1).filter(({ value }) => !value.startsWith('-'));
  if (words.some(({ value }) => /^-[a-z]*v|^--invert/.test(value)) || !given[0]) return FREE;
  const pattern = wordValue(shell, given[0]);
  const fed = input
    ? [wordValue(shell, input)]
    : (feeds ?? []).flatMap((one) => one.words.slice(1).flatMap((word) => partsIn(shell, word)));
  const printed = feeds ? printedIn(shell, feeds) : FREE;
  const value =
    (isAnswer(printed) ? printed : undefined) ??
    fed.find((one) => one.kind !== 'literal') ??
    fileOf(shell, given[1]) ??
    fed[0];
  if (value) return oneOfWords(value, pattern);
  return asksRights(pattern) ? { kind: 'unknown', why: 'a list in a file is not read' } : FREE;
}

/** What a file contains that an agent wrote. */
const fileOf = (shell: Shell, word: Word | undefined): Expression | undefined =>
  word && (isAnswerFile(wordValue(shell, word)) ? ANSWER : shell.around.file(word.value));

/** Whether a text is one of the words of a pattern; where the text is a list, whether the pattern is one of its words. */
export const oneOfWords = (value: Expression, pattern: Expression): Expression =>
  pattern.kind === 'literal'
    ? contains(pattern.value.replaceAll(/[\^$()\\?]/g, '').replaceAll('|', ','), value)
    : !asksRights(pattern)
      ? FREE
      : value.kind === 'literal'
        ? contains(value.value, pattern)
        : { kind: 'call', name: 'contains', given: [value, pattern] };

const contains = (list: string, value: Expression): Expression => ({
  kind: 'call',
  name: 'contains',
  given: [{ kind: 'call', name: 'fromjson', given: [literal(list)] }, value],
});

/** A test between brackets: comparisons, joined by signs. */
function testOf(shell: Shell, words: readonly Word[]): Expression {
  let result: Expression | undefined;
  let joint: 'and' | 'or' = 'and';
  let turned = false;
  const add = (one: Expression): void => {
    const own = turned ? not(one) : one;
    result = result ? { kind: joint, left: result, right: own } : own;
    turned = false;
  };
  for (let at = 0; at < words.length; at++) {
    const [word, sign, other] = [words[at], words[at + 1]?.value ?? '', words[at + 2]];
    const text = word?.value ?? '';
    if (!word || text === ']' || text === ']]') break;
    if (text === '!') turned = !turned;
    else if (text === '-a' || text === '&&') joint = 'and';
    else if (text === '-o' || text === '||') joint = 'or';
    else if ((text === '-z' || text === '-n') && words[at + 1]) {
      const empty: Expression = {
        kind: 'equal',
        left: wordValue(shell, words[at + 1] ?? word),
        right: literal(''),
      };
      add(text === '-z' ? empty : not(empty));
      at++;
    } else if (/^-[a-z]$/.test(text)) {
      add(FREE);
      at++;
    } else if (['=', '==', '!=', '=~', '-eq', '-ne'].includes(sign) && other) {
      const [left, right] = [wordValue(shell, word), wordValue(shell, other)];
      const isPattern = sign !== '=~' && /[*?]/.test(other.value);
      const one: Expression =
        sign === '=~' || (isPattern && right.kind !== 'literal')
          ? oneOfWords(left, right)
          : isPattern
            ? matching(left, right)
            : { kind: 'equal', left, right };
      add(sign === '!=' || sign === '-ne' ? not(one) : one);
      at += 2;
    } else if (/^-[a-z]{2}$/.test(sign)) {
      // A level of access is compared with a number.
      const isLevel = asksRights(wordValue(shell, word));
      const enough: Expression = { kind: 'equal', left: RIGHTS, right: literal('true') };
      add(isLevel ? (sign.startsWith('-l') ? not(enough) : enough) : FREE);
      at += 2;
    } else {
      const value = wordValue(shell, word);
      add(not({ kind: 'equal', left: value, right: literal('') }));
    }
  }
  return result ?? FREE;
}
