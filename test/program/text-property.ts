import { createHash } from 'node:crypto';
import { readGrammar } from '../../src/files/grammar-files.js';
import type { LintResult } from '../../src/lint/result.js';
import { grammarOf, loadGrammars, parsesAs } from '../../src/program/index.js';
import { reportJson } from '../../src/report/formats/json.js';
import { inventoryJson } from '../../src/report/inventory.js';
import { stateOf } from '../oracle/state.mjs';
import { lintInMemory } from './lint-in-memory.js';
import { type Edit, type Files, openVariants, withEdits } from './text-variants.js';

/** Variants of each program: one in a run of all tests, which has thousands of programs; more in a search for a flaw. */
const VARIANTS = Number(process.env.AGENT_LINT_VARIANTS ?? 1);

/** Of so many programs that tests lint, one is varied, chosen by its hash; `npm run test:all` varies each. */
const ONE_OF = Number(process.env.AGENT_LINT_ALL ?? '16');

/** Longer programs are written by a loop, to see how long they take. */
const LONGEST = 30_000;

/**
 * Programs that are not varied: `commands/hook-scripts.ts` reads what a hook prints line by line, not as a program, and the
 * cells of a notebook are texts in JSON.
 */
const IS_NO_SOURCE = /(?:^|\/)\.claude\/hooks\/|\.ipynb$/;

/** The grammar of a file that is varied. */
const variedAs = (file: string) => (IS_NO_SOURCE.test(file) ? undefined : grammarOf(file));

/** Programs that were varied already. */
const varied = new Set<string>();

type Program = Readonly<Record<string, string | Uint8Array>>;

/**
 * The property of text on some of the programs that tests lint. `report`: what a test has of the program already, as a run
 * without options and configuration gives it.
 */
export async function sampleTextProperty(program: Program, report?: LintResult): Promise<void> {
  if (digestOf(program).readUInt32LE(4) % ONE_OF === 0) await checkTextProperty(program, report);
}

const digestOf = (program: Program): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(program)))
    .digest();

/**
 * The property of text: comments, words of docstrings that no model reads, unused strings, constants and functions, blank
 * lines and the names of local variables decide nothing. Checks it on variants of a program, each with several changes: what
 * `check` and `inspect` say of them is what they say of the program but for line numbers. The same program has the same
 * variants, always.
 * @throws {Error} where they differ: the program, the seed, the changes and what differs.
 */
export async function checkTextProperty(program: Program, report?: LintResult): Promise<void> {
  const files: Record<string, string> = {};
  for (const [file, text] of Object.entries(program)) if (typeof text === 'string') files[file] = text;
  const texts = Object.entries(files);
  if (texts.reduce((sum, [, text]) => sum + text.length, 0) > LONGEST) return;
  const grammars = texts.flatMap(([file]) => variedAs(file) ?? []);
  if (grammars.length === 0) return;
  const key = digestOf(files);
  if (varied.has(key.toString('hex'))) return;
  varied.add(key.toString('hex'));
  await loadGrammars(readGrammar, grammars);
  const editsFor = openVariants(files, variedAs);
  const before = await factsOf(report ?? (await lintInMemory(files)));
  for (let variant = 0; variant < VARIANTS; variant++) {
    const seed = (key.readUInt32LE() + variant) >>> 0;
    const edits = editsFor(seed);
    if ((await differences(files, before, edits)).length > 0)
      throw new Error(await explained(files, before, edits, seed));
  }
}

/** What is said of a program, in lines, without places and edits. */
async function factsOf(result: LintResult): Promise<string[]> {
  const files = result.files.map((file) => ({ ...file, reason: '' }));
  const inventory = inventoryJson({ files, unread: result.unread, systems: result.systems });
  const report = reportJson({
    ...result,
    findings: result.findings.map(({ fixes: _, ...finding }) => ({ ...finding, fixes: [] })),
  });
  const records = await stateOf(
    { name: '', cwd: '' },
    { inspect: async () => inventory, lint: async () => report },
  );
  return records.map(({ record, key, content }) => withoutLines(JSON.stringify([record, ...key, content])));
}

/** A text without the lines that it names: `runs subprocess.run() at tools.py:14`. */
const withoutLines = (text: string): string => text.replace(/(\.(?:py|[cm]?[jt]sx?)):\d+/g, '$1:N');

/** What is said of a program and not of its variant (`-`), and the other way round (`+`). */
async function differences(
  files: Files,
  before: readonly string[],
  edits: readonly Edit[],
): Promise<string[]> {
  const after = await factsOf(await lintInMemory(withEdits(files, edits)));
  const plain = withoutNames(edits);
  const were = before.map(plain).sort();
  const are = after.map(plain).sort();
  if (were.join('\n') === are.join('\n')) return [];
  return [
    ...were.filter((fact) => !are.includes(fact)).map((fact) => `- ${fact}`),
    ...are.filter((fact) => !were.includes(fact)).map((fact) => `+ ${fact}`),
  ];
}

/** Puts the same word in place of both names of a variable. A path with such a name has another fingerprint. */
function withoutNames(edits: readonly Edit[]): (fact: string) => string {
  const names = edits.flatMap(({ renamed }) => (renamed ? [renamed] : []));
  if (names.length === 0) return (fact) => fact;
  const numbers = new Map(names.flatMap((pair, index) => pair.map((name) => [name, `<${index}>`] as const)));
  const any = new RegExp(`(?<![\\w$])(?:${[...numbers.keys()].map(escaped).join('|')})(?![\\w$])`, 'g');
  return (fact) => {
    const plain = fact.replace(any, (name) => numbers.get(name) ?? name);
    return plain === fact ? fact : plain.replace(/"fingerprint":"\w+"/, '');
  };
}

const escaped = (name: string): string => name.replace(/\$/g, '\\$&');

/** What to read where a variant differs: the changes that make it differ one by one, if there are such. */
async function explained(
  files: Files,
  before: readonly string[],
  edits: readonly Edit[],
  seed: number,
): Promise<string> {
  const alone: { edit: Edit; facts: string[] }[] = [];
  for (const edit of edits) {
    const facts = await differences(files, before, [edit]);
    if (facts.length > 0) alone.push({ edit, facts });
  }
  const guilty = alone.length > 0 ? alone.map(({ edit }) => edit) : edits;
  const broken = Object.entries(withEdits(files, edits)).filter(([file, text]) => {
    const grammar = grammarOf(file);
    return grammar !== undefined && !parsesAs(grammar, text);
  });
  return [
    `A text decided (seed ${seed}).${broken.length > 0 ? ` ${broken.map(([file]) => file).join(', ')} no longer parses.` : ''}`,
    ...guilty.map((edit) => `${edit.kind} in ${edit.file}: ${placesOf(files, edit)}`),
    ...(alone[0]?.facts ?? (await differences(files, before, edits))),
    ...Object.entries(files).map(([file, text]) => `--- ${file}\n${text}`),
  ].join('\n');
}

const placesOf = (files: Files, { file, changes }: Edit): string =>
  changes
    .map(({ start, text }) => {
      const line = (files[file] ?? '').slice(0, start).split('\n').length;
      return `line ${line}: ${JSON.stringify(text)}`;
    })
    .join(', ');
