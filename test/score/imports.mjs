// Counts the packages that files with tools import, over the git directories below a folder: `node test/score/imports.mjs
// FOLDER`. Prints package, repositories and files by language. The table of calls (`src/effects/calls/`) was chosen by it.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const DEFINES_TOOLS =
  /@(?:\w+\.)*(?:function_tool|tool|beta_tool|kernel_function|ai_function|register_for_llm)\b|\b(?:function_tool|FunctionTool|createTool|registerTool)\(|class \w+\((?:\w+, ?)*BaseTool\b|StructuredTool\.from_function|\.tool\(\s*['"`{]|\btool\(\s*[{(]|new DynamicStructuredTool|CallToolRequestSchema|@\w+\.call_tool\(|extends (?:Structured)?Tool\b/;
const LEFT_OUT =
  /(?:^|\/)(?:node_modules|dist|build|vendor|\.?venv|site-packages|tests?|__tests__)\/|\.(?:test|spec|min|d)\.[cm]?[jt]sx?$|(?:^|\/)test_[^/]*\.py$|_test\.py$/;
const LARGEST = 400_000;

const [folder = '.'] = process.argv.slice(2);
const counts = { python: new Map(), typescript: new Map() };
let files = 0;
let repositories = 0;
for (const name of readdirSync(folder)) {
  const git = ['repo/.git', 'repo', '.git']
    .map((one) => join(folder, name, one))
    .find((one) => existsSync(join(one, 'HEAD')));
  if (git === undefined) continue;
  const before = files;
  for (const [path, text] of texts(git)) {
    if (!DEFINES_TOOLS.test(text)) continue;
    files += 1;
    const language = path.endsWith('.py') ? 'python' : 'typescript';
    for (const one of language === 'python' ? importedByPython(text) : importedByTypeScript(text)) {
      const count = counts[language].get(one) ?? { files: 0, repositories: new Set() };
      count.files += 1;
      count.repositories.add(name);
      counts[language].set(one, count);
    }
  }
  if (files > before) repositories += 1;
}
console.log(`${files} files with tools in ${repositories} repositories`);
for (const [language, all] of Object.entries(counts)) {
  const rows = [...all].map(([name, count]) => [name, count.repositories.size, count.files]);
  rows.sort((a, b) => b[1] - a[1] || b[2] - a[2]);
  console.log(`\n${language}\n${rows.map((row) => row.join('\t')).join('\n')}`);
}

/** Texts of the newest commit that may define tools. Objects that a snapshot lacks are left out. */
function* texts(git) {
  const run = (input, ...words) =>
    execFileSync('git', ['--git-dir', git, ...words], {
      input,
      maxBuffer: 2 ** 30,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  let found;
  try {
    found = run(
      '',
      'grep',
      '-lE',
      'tool|Tool',
      'HEAD',
      '--',
      '*.py',
      '*.ts',
      '*.tsx',
      '*.js',
      '*.mjs',
      '*.mts',
    );
  } catch {
    return;
  }
  const paths = found
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.slice('HEAD:'.length))
    .filter((path) => !LEFT_OUT.test(path));
  const out = run(paths.map((path) => `HEAD:${path}\n`).join(''), 'cat-file', '--batch');
  let at = 0;
  for (const path of paths) {
    const end = out.indexOf(10, at);
    const size = Number(/ blob (\d+)$/.exec(out.subarray(at, end).toString())?.[1] ?? Number.NaN);
    at = end + 1;
    if (Number.isNaN(size)) continue;
    if (size <= LARGEST) yield [path, out.subarray(at, at + size).toString()];
    at += size + 1;
  }
}

function importedByPython(text) {
  const found = new Set();
  for (const [, from, list] of text.matchAll(
    /^\s*(?:from\s+([A-Za-z_][\w.]*)\s+import|import\s+([\w., ]+))/gm,
  )) {
    for (const one of (from ?? list).split(',')) {
      const name = one.trim().split(' ', 1)[0] ?? '';
      const length = /^(?:google|azure)\./.test(name) ? 3 : 1;
      if (name !== '') found.add(name.split('.').slice(0, length).join('.'));
    }
  }
  return found;
}

function importedByTypeScript(text) {
  const found = new Set();
  for (const [, module] of text.matchAll(/(?:from|import|require\(|import\()\s*['"]([@\w][\w./:@-]*)['"]/g)) {
    const name = module.replace(/^node:/, '');
    if (!name.startsWith('@/'))
      found.add(
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      );
  }
  return found;
}
