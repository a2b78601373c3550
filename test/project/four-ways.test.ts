import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { RULES } from '../../rules/index.js';
import { lint, openSession, type Report } from '../../src/index.js';
import { visible } from '../../src/report/shared/text.js';
import { isToolListName } from '../../src/systems/tool-lists.js';
import { openClient as openEditor } from '../lsp/client.js';
import { openClient as openAgent } from '../mcp/client.js';
import { readPage } from '../rules/pages.js';
import { edited, numbers } from './edits.js';

const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus');

/** One of so many examples is taken, and each tree is edited so often: `npm run test:all` takes all, more often. */
const ONE_OF = Number(process.env.AGENT_LINT_ALL ?? '8');
const ROUNDS = ONE_OF === 1 ? 3 : 1;
const EDITS = 16;

type Files = Record<string, string | Uint8Array>;

/** Files of public repositories, each in a folder of its own; undefined where they are not there. */
function corpus(): Files | undefined {
  const index = join(CORPUS, 'INDEX.jsonl');
  if (!existsSync(index)) return undefined;
  const rows = readFileSync(index, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return Object.fromEntries(
    rows.map((row, at) => {
      const { file, kind, path } = JSON.parse(row) as Record<'file' | 'kind' | 'path', string>;
      return [`${kind}/${at}/${path}`, readFileSync(join(CORPUS, file))];
    }),
  );
}

/** The examples of all pages, each in a folder of its own: with a list of tools, by which all are checked at once, or without. */
function examples(withLists: boolean): Files {
  const pages = RULES.map(({ id }) => readPage(id));
  const all = pages.flatMap(({ title, fails, passes, programs }) =>
    [...fails, ...passes, ...programs].map(
      ({ files }, at) => [`${title.replace('/', '-')}-${at}`, files] as const,
    ),
  );
  const taken = all
    .filter(([, files]) => Object.keys(files).some(isToolListName) === withLists)
    .filter((_, at) => at % ONE_OF === 0);
  return Object.fromEntries(
    taken.flatMap(([folder, files]) =>
      Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content] as const),
    ),
  );
}

function treeOf(files: Files): string {
  const root = mkdtempSync(join(tmpdir(), 'agent-lint-ways-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return root;
}

/** The findings of a file as an editor shows them. */
const shownOf = ({ findings }: Report, name: string) =>
  findings
    .filter(({ file, ignored }) => file === name && !ignored)
    .map(({ rule, severity, range: { start, end }, message, fingerprint }) => ({
      code: rule,
      severity: { error: 1, warning: 2, info: 3 }[severity],
      range: {
        start: { line: start.line - 1, character: start.column - 1 },
        end: { line: end.line - 1, character: end.column - 1 },
      },
      message: visible(message),
      data: { fingerprint },
    }));

it.for<[string, () => Files | undefined]>([
  ['files of public repositories', corpus],
  ['examples of the pages', () => examples(false)],
  ['examples with lists of tools', () => examples(true)],
])(
  'check, a session, the language server and the MCP server find the same in %s, after edits too',
  async ([, read], { skip }) => {
    const files = read();
    if (!files) return skip('skipped: corpus not present');
    const root = treeOf(files);
    const session = openSession({ root });
    const agent = await openAgent(root);
    const editor = openEditor(root);
    await editor.initialize({ textDocument: { diagnostic: {} } });
    const names = Object.keys(files).filter((name) => {
      const bytes = Buffer.from(files[name] ?? '');
      return bytes.equals(Buffer.from(bytes.toString('utf8')));
    });
    for (const name of names) await editor.open(name, '');
    // A configuration that is no longer valid ends all of it.
    const changing = names.filter((name) => !/agent-lint\.config|policy/.test(name));
    const below = numbers(48);
    for (let round = 0; round <= ROUNDS; round++) {
      const expected = await lint({ cwd: root });
      expectSame(await session.check(), expected, `session, round ${round}`);
      expectSame((await agent.call('check')).structuredContent, expected, `mcp, round ${round}`);
      for (const name of names) {
        const shown = shownOf(expected, name);
        const own = (await editor.pull(name)).map(({ message, code, severity, range, data }, at) => ({
          ...{ code, severity, range },
          message: String(message).slice(0, shown[at]?.message.length),
          data,
        }));
        if (JSON.stringify(own) !== JSON.stringify(shown))
          expect(own, `language server, round ${round}, ${name}`).toEqual(shown);
      }
      for (let edit = 0; edit < EDITS; edit++) {
        const name = changing[below(changing.length)] ?? '';
        const text = readFileSync(join(root, name), 'utf8');
        const after = edited(text, below);
        writeFileSync(join(root, name), after);
        await editor.change(name, text, after);
      }
    }
    await agent.client.close();
  },
);

/** Compares bytes: what differs is shown where something does. */
function expectSame(found: unknown, expected: unknown, how: string): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) expect(JSON.parse(a), how).toEqual(JSON.parse(b));
  expect(a === b, how).toBe(true);
}
