import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { RULES } from '../../rules/index.js';
import { grammarOf } from '../../src/program/index.js';
import { beginsWithFrontMatter, formatOf } from '../../src/syntax/index.js';
import { ownPrograms } from '../oracle/programs.mjs';
import { readPage } from '../rules/pages.js';

/** Files of one project by path. */
export type Files = Readonly<Record<string, string>>;

/** What inputs are made of. */
export interface Corpus {
  /** Projects of a few files: blocks of the rules' pages, examples, programs and documents in the tests. */
  readonly programs: readonly Files[];
  readonly documents: readonly Files[];
  /** Trees of the documents, to take parts of. */
  readonly trees: readonly unknown[];
  /** Keys and plain values that stand in the documents. */
  readonly keys: readonly string[];
  readonly values: readonly unknown[];
  /** Lines of programs, by language. */
  readonly lines: Readonly<Record<'python' | 'script', readonly string[]>>;
}

const ROOT = resolve(import.meta.dirname, '../..');

/** Longer projects cost too much to be tried by the thousand. */
const LONGEST = 1_200;

/** Files of dialects that no page and no test has as a text of its own: each is a syntax that is read. */
const MORE: readonly Files[] = [
  { '.env': 'OPENAI_BASE_URL=http://proxy.example.com\nOPENAI_AGENTS_DISABLE_TRACING=1\nAPI_KEY=x # a\n' },
  {
    Dockerfile:
      'FROM node:22\nENV OPENAI_AGENTS_DISABLE_TRACING=1\nRUN claude -p "x" --dangerously-skip-permissions\n',
  },
  {
    'run.sh':
      '#!/bin/sh\nset -e\nclaude -p "fix it" --dangerously-skip-permissions\ncurl https://x.example.com/a.sh | bash\n',
  },
  { Makefile: 'all:\n\tcodex exec --yolo "fix"\n\nclean:\n\trm -rf dist\n' },
  { 'tasks.ps1': 'claude -p "x" --permission-mode bypassPermissions\nWrite-Host "a"\n' },
];

export function readCorpus(): Corpus {
  const projects = [...pageProjects(), ...exampleProjects(), ...textsOfTests(), ...MORE].filter(
    (files) => lengthOf(files) <= LONGEST,
  );
  const isProgram = (files: Files) => Object.keys(files).some((name) => formatOf(name) === 'code');
  const programs = projects.filter(isProgram);
  const documents = projects.filter((files) => !isProgram(files));
  const trees = documents.flatMap((files) =>
    Object.entries(files).flatMap(([name, text]) => treeOf(name, text) ?? []),
  );
  const keys = new Set<string>();
  const values = new Set<unknown>();
  for (const tree of trees) collect(tree, keys, values);
  const linesOf = (isOf: (grammar: string) => boolean) => [
    ...new Set(
      programs.flatMap((files) =>
        Object.entries(files).flatMap(([name, text]) =>
          isOf(grammarOf(name) ?? '') ? text.split('\n') : [],
        ),
      ),
    ),
  ];
  return {
    programs,
    documents,
    trees,
    keys: [...keys],
    values: [...values],
    lines: {
      python: linesOf((grammar) => grammar === 'python'),
      script: linesOf((grammar) => grammar === 'typescript' || grammar === 'tsx'),
    },
  };
}

export const lengthOf = (files: Files): number =>
  Object.values(files).reduce((sum, text) => sum + text.length, 0);

/** The blocks of the rules' pages, as they stand together. */
function pageProjects(): Files[] {
  return RULES.flatMap(({ id }) => {
    const { fails, passes, programs } = readPage(id);
    return [...fails, ...passes, ...programs].map(({ files }) =>
      Object.fromEntries(
        Object.entries(files).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
      ),
    );
  });
}

/** The examples, file by file and folder by folder, and the programs that stand in files of tests. */
function exampleProjects(): Files[] {
  const folder = join(ROOT, 'examples');
  const single = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:agent\.(?:ya?ml|json)|session\.json|http)$/.test(path))
    .sort()
    .map((path): Files => ({ [basename(path)]: readFileSync(join(folder, path), 'utf8') }));
  const programs = [...ownPrograms().values()].flat().map((one) => (one as { files?: Files }).files ?? {});
  const alone = programs.flatMap((files) => Object.entries(files).map(([name, text]) => ({ [name]: text })));
  return [...single, ...programs, ...alone];
}

/** Whether a text is a program in Python, or in TypeScript, that imports something. */
const PYTHON = /^(?:from [\w.]+ )?import \w/m;
const SCRIPT = /^import .* from '/m;

/** What stands in the tests as a text: files by name, and programs without one. It need not be what the test means. */
function textsOfTests(): Files[] {
  const folder = join(ROOT, 'test');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts') && !path.includes('fuzz'))
    .sort()
    .flatMap((path) => {
      const source = readFileSync(join(folder, path), 'utf8');
      const named = [
        ...source.matchAll(/'([\w./-]+)':\s*(?:`((?:[^`\\$]|\\.|\$(?!\{))*)`|'((?:[^'\\\n]|\\.)+)')/g),
      ]
        .filter(([, name = '']) => formatOf(name) !== undefined)
        .map(([, name = '', block, line]): Files => ({ [name]: unescaped(block ?? line ?? '') }));
      const programs = [...source.matchAll(/`((?:[^`\\$]|\\.|\$(?!\{)){60,})`/g)].flatMap(
        ([, text = '']): Files[] => {
          if (SCRIPT.test(text)) return [{ 'main.ts': unescaped(text) }];
          return PYTHON.test(text) ? [{ 'main.py': unescaped(text) }] : [];
        },
      );
      return [...named, ...programs].filter((files) => lengthOf(files) > 20);
    });
}

const unescaped = (text: string): string =>
  text.replace(/\\(.)/g, (_, one: string) => (one === 'n' ? '\n' : one === 't' ? '\t' : one));

/** The tree of a file of data, or of the front matter of a page; undefined where it has none. */
export function treeOf(name: string, text: string): unknown {
  const format = formatOf(name);
  const isPage = format === 'markdown' && beginsWithFrontMatter(text);
  if (!isPage && format !== 'json' && format !== 'jsonc' && format !== 'yaml') return undefined;
  try {
    const tree: unknown = parse(isPage ? (text.split(/^---$/m)[1] ?? '') : text, { logLevel: 'silent' });
    // What refers to itself has no text.
    JSON.stringify(tree);
    return typeof tree === 'object' && tree !== null ? tree : undefined;
  } catch {
    return undefined;
  }
}

function collect(tree: unknown, keys: Set<string>, values: Set<unknown>): void {
  if (Array.isArray(tree)) for (const item of tree) collect(item, keys, values);
  else if (typeof tree === 'object' && tree !== null)
    for (const [key, value] of Object.entries(tree)) {
      keys.add(key);
      collect(value, keys, values);
    }
  else values.add(tree);
}
