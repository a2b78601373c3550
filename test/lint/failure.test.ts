import { afterEach, describe, expect, it, vi } from 'vitest';
import { RULES } from '../../rules/index.js';
import card from '../../src/dialects/a2a-card/index.js';
import { CODE_DIALECTS } from '../../src/dialects/code-dialects.js';
import { lintProject } from '../../src/index.js';
import { folderWith } from '../cli/run-cli.js';

afterEach(() => vi.restoreAllMocks());

const program = (name: string) => `import { Agent, tool } from '@openai/agents';
const refund = tool({ name: 'issue_refund', description: 'x', parameters: {}, execute: async (id) => fetch('https://shop.example/refund', { method: 'POST', body: id }) });
export const desk = new Agent({ name: '${name}', tools: [refund] });
`;
const CARD = JSON.stringify({ name: 'Desk', url: 'https://desk.example', capabilities: {}, skills: [] });

/** Two programs that share nothing, and a document. */
const FILES = { 'a/desk.ts': program('A'), 'b/desk.ts': program('B'), 'agent-card.json': CARD };

/** The error has a text of the file in it, and a second line. */
const ERRORS = [
  ['the end of the stack', new RangeError('Maximum call stack size exceeded\nsecond line')],
  [
    'a mistake of another kind',
    new TypeError('cannot read `token=sk-ant-api03-aaaaaaaaaaaaaaaaaaaaaaaa`\nsecond line'),
  ],
] as const;

const MESSAGE = (name: string) =>
  `agent-lint failed on \`${name}\`, which is not checked as a whole: please report this.`;

async function lint() {
  const { findings, notes } = await lintProject({ cwd: folderWith(FILES), asOf: '2026-11-20' });
  const of = (rule: string) => findings.filter((one) => one.rule === rule);
  return {
    failed: of('file/internal').map(
      ({ file, range: { start }, severity, message }) =>
        `${file}:${start.line}:${start.column} ${severity} ${message}`,
    ),
    missing: of('approval/missing').map(({ file }) => file),
    notes: (notes ?? []).join('\n'),
  };
}

type Row = { 1: (typeof CODE_DIALECTS)[number][1] };

const isFirst = ({ file }: { file: string }): boolean => file === 'a/desk.ts';

/** Makes a call of a function throw where it is about a file. */
const failing =
  (error: Error, isIt: (one: unknown) => boolean) => (original: (...given: never[]) => unknown) =>
    function (this: unknown, ...given: never[]) {
      if (isIt(given[0])) throw error;
      return original.apply(this, given);
    };

describe.each(ERRORS)('after %s', (_, error) => {
  it.each(['recognise', 'read'] as const)('reports a document whose dialect fails in %s', async (part) => {
    vi.spyOn(card, part).mockImplementation(() => {
      throw error;
    });
    const { failed, missing, notes } = await lint();
    expect(failed).toEqual([`agent-card.json:1:1 error ${MESSAGE('agent-card.json')}`]);
    expect(missing).toEqual(['a/desk.ts', 'b/desk.ts']);
    expect(notes).toContain(`agent-lint failed on agent-card.json: ${error.name}`);
    expect(notes).not.toMatch(/second line|sk-ant-api03-a/);
  });

  it('reports the program on which a dialect fails, and not the others', async () => {
    const row = CODE_DIALECTS.find(([name]) => name === 'agents-sdk') as unknown as Row;
    const dialect = await row[1]();
    const read = failing(error, (all) => (all as { file: string }[]).some(isFirst))(dialect.read);
    vi.spyOn(row, 1).mockImplementation(async () => ({ ...dialect, read: read as typeof dialect.read }));
    const { failed, missing } = await lint();
    expect(failed).toEqual([`a/desk.ts:1:1 error ${MESSAGE('desk.ts')}`]);
    expect(missing).toEqual(['b/desk.ts']);
  });

  it('reports the system on which a rule fails, and what other rules say of others', async () => {
    const rule = RULES.find(({ id }) => id === 'approval/missing');
    if (!rule?.check) throw new Error('no rule');
    const check = failing(error, (system) => isFirst(system as { file: string }))(rule.check);
    vi.spyOn(rule, 'check').mockImplementation(check as typeof rule.check);
    const { failed, missing } = await lint();
    expect(failed).toEqual([`a/desk.ts:1:1 error ${MESSAGE('desk.ts')}`]);
    expect(missing).toEqual(['b/desk.ts']);
  });
});
