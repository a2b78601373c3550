import { describe, expect, it } from 'vitest';
import { lint } from '../../src/index.js';
import { newRepository } from './repository.js';

/** A program with one agent, which has a gated act and a tool that reads. */
interface Desk {
  readonly imports: string;
  readonly act: string;
  readonly tools: string;
  readonly make: string;
}

const ts = (
  { imports, act, tools, make }: Desk,
  name: string,
) => `${imports}import { stepCountIs, tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';
${act}
export const find = tool({ description: 'Find a guest', inputSchema: z.object({ id: z.string() }), execute: async ({ id }) => (await fetch('https://api.hotel.example/guests/' + id)).json() });
export const ${name} = ${make}({ model: 'm', tools: ${tools}, stopWhen: stepCountIs(8) });
`;
const tsAct = (
  name: string,
  gate = 'needsApproval: true, ',
  body = `(await fetch('https://api.hotel.example/refunds', { method: 'POST', body: JSON.stringify(input) })).text()`,
) =>
  `export const ${name} = tool({ description: 'Work on a stay', inputSchema: z.object({ amount: z.number() }), ${gate}execute: async (input) => ${body} });`;
const py = ({ imports, act, tools, make }: Desk, name: string) => `${imports}import requests
from agents import Agent, Runner, function_tool

${act}

@function_tool
def find(guest: str) -> str:
    """Find a guest."""
    return requests.get("https://api.hotel.example/guests").text

${name} = ${make}(name="${name}", instructions="x", model="gpt-5", tools=${tools})
`;
const pyAct = (
  name: string,
  gate = '(needs_approval=True)',
  body = 'requests.post("https://api.hotel.example/refunds", json={"guest": guest}).text',
) =>
  `@function_tool${gate}\ndef ${name}(guest: str) -> str:\n    """Work on a stay."""\n    return ${body}\n`;

type Change = (before: Desk, act: string) => Partial<Desk>;

/** What hides the act in each language, by what is said of it. */
const HIDING: Readonly<Record<string, { ts: Change; py: Change; says: RegExp }>> = {
  'no agent takes the tool': {
    ts: () => ({ tools: '{ find }' }),
    py: () => ({ tools: '[find]' }),
    says: /^`refund\w+` is no longer read: no agent is seen to take it\./,
  },
  'a wrapper of a package makes the agent': {
    ts: () => ({ imports: "import { make } from '@hotel/agents';\n", make: 'make' }),
    py: () => ({ imports: 'from hotel_agents import make\n', make: 'make' }),
    says: /^`refund\w+` is no longer read: no agent is seen to take it\./,
  },
  'a wrapper of a package makes the tool': {
    ts: (_, act) => ({
      imports: "import { audited } from '@hotel/audit';\n",
      tools: `{ ${act}: audited(${act}), find }`,
    }),
    py: (_, act) => ({
      imports: 'from hotel_audit import audited\n',
      tools: `[audited(${act}), find]`,
    }),
    says: /^`refund\w+` pays out money, and its human approval is lost: .*: computed by audited\(\)\.$/,
  },
  'the tools are computed at run time': {
    ts: () => ({ imports: "import { load } from '@hotel/tools';\n", tools: 'load()' }),
    py: () => ({ imports: 'from hotel_tools import load\n', tools: 'load()' }),
    says: /^`refund\w+` pays out money, and its human approval is lost: .*: the tools of `desk\w+`: computed by load\(\)\.$/,
  },
  'more tools are computed at run time': {
    ts: (_, act) => ({
      imports: "import { load } from '@hotel/tools';\n",
      tools: `{ ${act}, find, ...load() }`,
    }),
    py: (_, act) => ({ imports: 'from hotel_tools import load\n', tools: `[${act}, find, *load()]` }),
    says: /^Not every tool of `desk\w+` is read any more: .*computed by load\(\)\. At the base all of them were read\.$/,
  },
  'a tool whose body is not read comes in its place': {
    ts: (_, act) => {
      const name = act.replace('refund', 'sync');
      return {
        imports: "import { settle } from '@hotel/core';\n",
        act: tsAct(name, '', 'settle(input)'),
        tools: `{ ${name}, find }`,
      };
    },
    py: (_, act) => {
      const name = act.replace('refund', 'sync');
      return {
        imports: 'from hotel_core import settle\n',
        act: pyAct(name, '', 'settle(guest)'),
        tools: `[${name}, find]`,
      };
    },
    says: /^`refund\w+` is no longer read: `sync\w+` is new beside it, and its body is not read\./,
  },
};

/** What hides nothing. */
const SEEN: Readonly<Record<string, { ts: Change; py: Change }>> = {
  'the act has another name, and its gate': {
    ts: (_, act) => ({ act: tsAct(`re${act}`), tools: `{ re${act}, find }` }),
    py: (_, act) => ({ act: pyAct(`re${act}`), tools: `[re${act}, find]` }),
  },
  'the act is gone': {
    ts: () => ({ act: '', tools: '{ find }' }),
    py: () => ({ act: '', tools: '[find]' }),
  },
};

interface Row {
  readonly title: string;
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly says?: RegExp;
}

const rowsOf = (changes: Readonly<Record<string, { ts: Change; py: Change; says?: RegExp }>>): Row[] =>
  Object.entries(changes).flatMap(([title, { says, ...by }], at) =>
    (['ts', 'py'] as const).map((ending) => {
      const [act, name] = [`refund${at}`, `desk${at}`];
      const own = ending === 'ts' ? `${act}t` : `${act}p`;
      const before: Desk = {
        imports: '',
        act: ending === 'ts' ? tsAct(own) : pyAct(own),
        tools: ending === 'ts' ? `{ ${own}, find }` : `[${own}, find]`,
        make: ending === 'ts' ? 'new ToolLoopAgent' : 'Agent',
      };
      const write = ending === 'ts' ? ts : py;
      return {
        title: `${title} (${ending})`,
        file: `${name}.${ending}`,
        before: write(before, name),
        after: write({ ...before, ...by[ending](before, own) }, name),
        ...(says && { says }),
      };
    }),
  );

const GO = `package main

import "github.com/openai/openai-go/v3"

func main() { client := openai.NewClient(); _ = client }
`;

/** What \`--since\` and \`diff\` say of a change, by file; a text that is null is removed. */
async function changed(
  before: Record<string, string>,
  after: Record<string, string | null>,
): Promise<{ errors: Map<string, string[]>; lost: ReadonlySet<string>; status: number | null }> {
  const repository = newRepository(before);
  for (const [file, text] of Object.entries(after))
    if (text === null) repository.remove(file);
    else repository.write(file, text);
  repository.git('add', '-A');
  const errors = new Map<string, string[]>();
  for (const { file, severity, message, rule } of (await lint({ cwd: repository.folder, since: 'main' }))
    .findings)
    if (severity === 'error' && rule === 'approval/missing')
      errors.set(file, [...(errors.get(file) ?? []), message]);
  const { status, stdout } = await repository.run('diff', 'main', '--format', 'json');
  const { changes } = JSON.parse(stdout) as { changes: Record<string, unknown>[] };
  const isLoss = ({ kind, is, hides }: Record<string, unknown>) =>
    kind === 'unread' || hides === true || (kind === 'gate' && (is === 'lost' || is === 'undecidable'));
  return { errors, status, lost: new Set(changes.filter(isLoss).map(({ file }) => String(file))) };
}

const texts = (rows: readonly Row[], side: 'before' | 'after') =>
  Object.fromEntries(rows.map((row) => [row.file, row[side]]));

describe('an act with a gate that a change puts out of sight', () => {
  it('is an error, and a loss in `diff`, in each way', async () => {
    const rows = rowsOf(HIDING);
    const { errors, lost, status } = await changed(texts(rows, 'before'), texts(rows, 'after'));
    const wrong = rows.flatMap(({ title, file, says }) => {
      const [only = '', ...others] = errors.get(file) ?? [];
      return says?.test(only) && others.length === 0 && lost.has(file)
        ? []
        : [{ title, only, others, isLost: lost.has(file) }];
    });
    expect(wrong).toEqual([]);
    expect(status).toBe(1);
  }, 60_000);

  it('is an error where its agent is gone and a program in another language has come', async () => {
    const rows = rowsOf(SEEN);
    const gone = Object.fromEntries(rows.map(({ file }) => [file, null]));
    const { errors, lost, status } = await changed(texts(rows, 'before'), { ...gone, 'main.go': GO });
    expect([...errors.keys()]).toEqual(['main.go']);
    expect(errors.get('main.go')).toHaveLength(rows.length);
    expect([lost, status]).toEqual([new Set(rows.map(({ file }) => file)), 1]);
  }, 60_000);

  it('is nothing where it is seen, or was taken out', async () => {
    const rows = rowsOf(SEEN);
    const { errors, lost, status } = await changed(texts(rows, 'before'), texts(rows, 'after'));
    expect([errors, lost, status]).toEqual([new Map(), new Set(), 0]);
  }, 60_000);
});
