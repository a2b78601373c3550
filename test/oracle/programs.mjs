// The programs that an oracle's state is made of.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const FIXTURES = 'test/dialects/agents-sdk/fixtures';
/** Files of programs on the pages of rules. */
const IS_PROGRAM = /\.(?:py|[cm]?[jt]sx?)$/;

/** The programs of the repository, in groups: each group is one file of the baseline. */
export function ownPrograms() {
  const examples = foldersIn('examples').map((name) => ({ name, files: filesIn(`examples/${name}`) }));
  const fixtures = [
    { name: 'fixtures', files: filesIn(FIXTURES) },
    { name: 'twins', files: filesIn(`${FIXTURES}/twins`) },
  ];
  const pages = foldersIn('rules').flatMap((category) =>
    readdirSync(join(root, 'rules', category))
      .filter((name) => name.endsWith('.md'))
      .sort()
      .flatMap((name) => pagePrograms(`${category}/${name.slice(0, -'.md'.length)}`)),
  );
  return new Map(Object.entries({ examples, fixtures, pages }));
}

const foldersIn = (path) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/** The files of a folder, without those of inner folders. */
const filesIn = (path) =>
  Object.fromEntries(
    readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, readFileSync(join(root, path, name), 'utf8')]),
  );

/** The examples of a rule's page that contain a program: the text between two `findings` blocks or headings. */
function pagePrograms(rule) {
  const text = readFileSync(join(root, 'rules', `${rule}.md`), 'utf8');
  const programs = [];
  let files = {};
  const end = () => {
    if (Object.keys(files).some((name) => IS_PROGRAM.test(name))) {
      programs.push({ name: `${rule}#${programs.length + 1}`, files });
    }
    files = {};
  };
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index++) {
    const [, fence, info] = /^(`{3,})(.*)/.exec(lines[index]) ?? [];
    if (fence === undefined) {
      if (lines[index].trim() !== '') end();
      continue;
    }
    const close = lines.indexOf(fence, index + 1);
    const [language, name] = info.trim().split(' ');
    if (language === 'findings') end();
    else if (name !== undefined && language !== 'hex')
      files[name] = `${lines.slice(index + 1, close).join('\n')}\n`;
    index = close;
  }
  end();
  return programs;
}

/** Runs something on a program's folder. A program of files is written to a folder of its own, which is removed. */
export async function inFolder(program, run) {
  if (program.cwd !== undefined) return await run(program);
  const cwd = mkdtempSync(join(tmpdir(), 'agent-lint-oracle-'));
  try {
    for (const [name, text] of Object.entries(program.files)) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true });
      writeFileSync(join(cwd, name), text);
    }
    return await run({ name: program.name, cwd });
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Programs in folders that somebody names: each is called by the last part of its path. */
export function namedPrograms(paths) {
  const programs = paths.map((path) => ({ name: basename(resolve(path)), cwd: resolve(path) }));
  const names = new Set();
  for (const { name, cwd } of programs) {
    if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`${cwd} is not a folder.`);
    if (names.has(name)) throw new Error(`Two programs are called ${name}: store them in two folders.`);
    names.add(name);
  }
  return new Map(programs.map((program) => [program.name, [program]]));
}
