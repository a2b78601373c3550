import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.js';
import { isOlder } from '../../src/facts/versions.js';
import type { Finding } from '../../src/model/index.js';
import { editedText } from '../../src/syntax/edit/apply.js';
import { lintFiles } from '../rules/lint-files.js';
import { readPage } from '../rules/pages.js';
import { folderOf, publishedVersions, TYPES } from './published-types.mjs';
import { PROGRAMS } from './type-checked.js';

const versions = publishedVersions();
const areThere = versions.every(({ name, version }) => existsSync(folderOf(name, version)));
const SKIPPED = areThere ? '' : ' (skipped: types not downloaded, see test/facts/fetch-types.mjs)';

/** A program for one package, and where it comes from. */
interface Program {
  from: string;
  package: string;
  text: string;
}

/** A program after one edit of one of its findings. */
interface Edited extends Program {
  original: Program;
  /** The version that the remedy says it needs, where it says so. */
  claimed: string | undefined;
}

const PROGRAM = /\.[cm]?tsx?$/;

const isFrom = (name: string, text: string): boolean => new RegExp(`from '${name}(?:/[\\w-]+)?'`).test(text);

const packageOf = (text: string): string | undefined =>
  ['@openai/agents', 'openai'].find((name) => isFrom(name, text));

/** The package whose types are fetched for a program of a page. */
const packageOnPage = (text: string): string | undefined =>
  [...new Set(versions.map(({ name }) => name))].find((name) => isFrom(name, text));

/** The version of a package that a sentence requires: `It needs openai 6.46.0 or later`. */
const versionIn = (text: string, name: string): string | undefined =>
  new RegExp(`\`?${name}\`? (\\d+\\.\\d+\\.\\d+) or later`).exec(text)?.[1];

/** The version that a package.json beside a program locks: the one that its remedies are for. */
function lockedIn(files: Record<string, string | Uint8Array>, name: string): string | undefined {
  const manifest = JSON.parse(String(files['package.json'] ?? '{}')) as {
    dependencies?: Record<string, string>;
  };
  return manifest.dependencies?.[name];
}

/** The programs under "Fails" of a rule's page, each with the files beside it. */
const examplesOf = (rule: string) =>
  readPage(rule).fails.flatMap(({ files, asOf }, index) =>
    Object.entries(files).flatMap(([file, text]) =>
      PROGRAM.test(file) && typeof text === 'string' ? [{ files, asOf, file, text, index }] : [],
    ),
  );

/** What each edit of each finding makes of a program: of one rule, or of all of them. */
async function editsOf(
  original: Program,
  files: Record<string, string | Uint8Array>,
  file: string,
  isAbout: (finding: Finding) => boolean,
  asOf?: string,
): Promise<Edited[]> {
  const { findings } = await lintFiles(files, asOf === undefined ? {} : { asOf });
  return findings.filter(isAbout).flatMap(({ rule, remediation, fixes }) =>
    fixes.flatMap(({ title, edits }) => {
      const here = edits.filter((edit) => edit.file === file);
      if (here.length === 0) return [];
      return {
        from: `${original.from}: ${rule}: ${title}`,
        package: original.package,
        text: editedText(original.text, here),
        original,
        claimed: versionIn(remediation, original.package) ?? lockedIn(files, original.package),
      };
    }),
  );
}

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.Preserve,
  types: ['node'],
  typeRoots: [join(import.meta.dirname, '../../node_modules/@types')],
};

/** A file beside the example that the page leaves out. */
const isLeftOut = ({ code, messageText }: ts.Diagnostic) =>
  code === 2307 && /^Cannot find module '\.{0,2}\//.test(String(messageText));

/** The type errors of several programs with the published types of one version. */
function typeErrors(name: string, version: string, texts: readonly string[]): string[][] {
  const folder = join(folderOf(name, version), 'programs');
  const paths = new Map(texts.map((text, index) => [join(folder, `${index}.ts`), text]));
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile, getSourceFile, directoryExists } = host;
  host.fileExists = (path) => paths.has(path) || fileExists(path);
  host.readFile = (path) => paths.get(path) ?? readFile(path);
  host.directoryExists = (path) => path === folder || (directoryExists?.(path) ?? true);
  host.getSourceFile = (path, language, ...others) => {
    const text = paths.get(path);
    if (text === undefined) return getSourceFile(path, language, ...others);
    return ts.createSourceFile(path, text, language);
  };
  const program = ts.createProgram([...paths.keys()], OPTIONS, host);
  return [...paths.keys()].map((path) => {
    const source = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
      .filter((one) => !isLeftOut(one))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  });
}

/** For each version of a package, oldest first: the type errors of each program. */
function allErrors(name: string, texts: readonly string[]): { version: string; errors: string[][] }[] {
  const programs = new Set(versions.filter((one) => one.name === name).map(({ version }) => version));
  return [...programs].map((version) => ({ version, errors: typeErrors(name, version, texts) }));
}

/** What is wrong with edits: a type error in the oldest version that takes the program and that the remedy claims. */
function faultsOf(edits: readonly Edited[]): string[] {
  const faults: string[] = [];
  for (const name of new Set(edits.map((one) => one.package))) {
    const ofPackage = edits.filter((one) => one.package === name);
    const texts = ofPackage.flatMap(({ original, text }) => [original.text, text]);
    const found = allErrors(name, texts);
    for (const [index, { from, claimed }] of ofPackage.entries()) {
      const oldest = found.find(
        ({ version, errors }) =>
          errors[index * 2]?.length === 0 && !(claimed !== undefined && isOlder(version, claimed)),
      );
      const errors = oldest?.errors[index * 2 + 1] ?? ['no version takes the program before the edit'];
      faults.push(...errors.map((error) => `${from} (${name} ${oldest?.version}): ${error}`));
    }
  }
  return faults;
}

describe.skipIf(!areThere)(`with the published types${SKIPPED}`, { timeout: 600_000 }, () => {
  it('a fix that a page of a rule offers type-checks in the oldest version that its remedy claims', async () => {
    const edits: Edited[] = [];
    for (const { id } of RULES) {
      for (const { files, asOf, file, text, index } of examplesOf(id)) {
        const name = packageOf(text);
        if (name === undefined) continue;
        const original = { from: `${id} example ${index + 1}`, package: name, text };
        edits.push(...(await editsOf(original, files, file, ({ rule }) => rule === id, asOf)));
      }
    }
    expect(edits.length).toBeGreaterThan(0);
    expect(faultsOf(edits)).toEqual([]);
  });

  it('so does each fix of programs that use what agent-lint reads', async () => {
    const edits: Edited[] = [];
    for (const [from, { text, beside, fixes }] of Object.entries(PROGRAMS)) {
      const original = { from, package: packageOf(text) ?? '', text };
      const found = await editsOf(original, { ...beside, 'a.ts': text }, 'a.ts', () => true);
      expect(found.map((one) => one.from.slice(from.length + 2))).toEqual(fixes);
      edits.push(...found);
    }
    expect(faultsOf(edits)).toEqual([]);
  });

  it('the programs under "How to fix" type-check in the version that the page names', () => {
    const faults = RULES.flatMap(({ id }) =>
      readPage(id).programs.flatMap(({ files, above = '' }) =>
        Object.entries(files).flatMap(([file, text]) => {
          if (!PROGRAM.test(file) || typeof text !== 'string') return [];
          const name = packageOnPage(text);
          if (name === undefined) return [`${id} ${file}: of no package whose types are fetched`];
          const version = versionIn(above, name);
          if (version === undefined) return [`${id} ${file}: no version of ${name} in "${above}"`];
          if (!versions.some((one) => one.name === name && one.version === version))
            return [`${id} ${file}: the types of ${name} ${version} are not fetched`];
          return typeErrors(name, version, [text])
            .flat()
            .map((error) => `${id} ${file}: ${error}`);
        }),
      ),
    );
    expect(faults).toEqual([]);
  });

  it('the model of the moderation, its policy, and the approval of servers came when the facts say', () => {
    const request = (fields: string) =>
      `import OpenAI from 'openai';\nexport const given: OpenAI.Responses.ResponseCreateParamsNonStreaming = { model: 'm', input: 'x', ${fields} };\n`;
    const policy = request("moderation: { model: 'm', policy: { input: { mode: 'block' } } }");
    const withoutModel = request("moderation: { policy: { input: { mode: 'block' } } }");
    const approval = request(
      "tools: [{ type: 'mcp', server_label: 'm', server_url: 'https://m.example.com', require_approval: 'always' }]",
    );
    const takes = allErrors('openai', [policy, withoutModel, approval]).map(({ version, errors }) => [
      version,
      ...errors.map((found) => found.length === 0),
    ]);
    expect(takes).toEqual([
      ['4.87.0', false, false, false],
      ['4.100.0', false, false, false],
      ['4.101.0', false, false, true],
      ['6.45.0', false, false, true],
      ['6.46.0', true, false, true],
    ]);
  });
});

it('the types of every version that is needed have a folder of their own', () => {
  const folders = versions.map(({ name, version }) => folderOf(name, version));
  expect(new Set(folders).size).toBe(folders.length);
  expect(folders.every((folder) => folder.startsWith(TYPES))).toBe(true);
});
