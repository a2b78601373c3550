import { beforeAll, describe, expect, it } from 'vitest';
import { frameworkOfRows } from '../../../src/dialects/frameworks/framework.js';
import { frameworkDialect } from '../../../src/dialects/frameworks/read.js';
import { unsignedAt } from '../../../src/dialects/vercel-ai/signatures.js';
import { loadAll, projectOf } from '../../program/open.js';
import { lintFiles } from '../../rules/lint-files.js';
import { MADE_UP } from '../frameworks/made-up-rows.js';

/** What is said of answers that a client sends, without the words that every finding has. */
async function forged(files: Record<string, string>): Promise<string[]> {
  const { findings } = await lintFiles(files);
  return findings
    .filter(({ rule }) => rule === 'approval/forgeable')
    .map(({ file, range: { start }, message }) => `${file}:${start.line} ${message}`);
}

const script = (body: string, head = '') => `import { Agent, RunState, run, tool } from '@openai/agents';
${head}
const issueRefund = tool({ name: 'issue_refund', description: 'Refund', parameters: {}, needsApproval: true, execute: async () => 'done' });
const refunds = new Agent({ name: 'Refunds', tools: [issueRefund] });
${body}
`;

const python = (body: string, head: string) => `from agents import Agent, Runner, RunState, function_tool
${head}
@function_tool(needs_approval=True)
def issue_refund(charge: str) -> str:
    return charge
refunds = Agent(name="Refunds", tools=[issue_refund])
${body}
`;

const by = (call: string, text: string) =>
  `Whoever sends the request can approve \`issue_refund\`: \`${call}\` takes the answers from \`${text}\`, which a client sends.`;

const EXPRESS = "import express from 'express';\nconst app = express();";
const FASTAPI = 'from fastapi import FastAPI\nfrom pydantic import BaseModel\napp = FastAPI()';
const resume = (state: string) => `app.post('/resume', async (req, res) => {
  const state = await RunState.fromString(refunds, ${state});
  const result = await run(refunds, state);
  res.json({ answer: result.finalOutput, left: result.interruptions.length });
});`;

describe('a state of a run that a client sends', () => {
  it.each([
    ['req.body.state', 'req.body.state'],
    ['JSON.stringify(req.body.state)', 'JSON.stringify(req.body.state)'],
    ["req.body['state'] ?? ''", "req.body['state']"],
  ])('can be forged: %s', async (state, text) => {
    expect(await forged({ 'a.ts': script(resume(state), EXPRESS) })).toEqual([
      `a.ts:7 ${by('fromString', text)}`,
    ]);
  });

  it.each([['states.get(req.body.id)'], ['await load(req.body.id)'], ['req.session.state'], ['stored']])(
    'is none where the server keeps it: %s',
    async (state) => {
      const head = `${EXPRESS}\nimport { load } from './store.js';\nconst states = new Map<string, string>();\nconst stored = '{}';`;
      const store = 'export async function load(id: string) {\n  return globalThis.db.get(id);\n}\n';
      expect(await forged({ 'a.ts': script(resume(state), head), 'store.ts': store })).toEqual([]);
    },
  );

  it('can be forged in a route of Next, and is none in a function that no request runs', async () => {
    const body = (name: string) => `export async function ${name}(req: Request) {
  const { state } = await req.json();
  const result = await run(refunds, await RunState.fromString(refunds, state));
  return Response.json({ answer: result.finalOutput, left: result.interruptions.length });
}`;
    expect(await forged({ 'app/api/resume/route.ts': script(body('POST')) })).toEqual([
      `app/api/resume/route.ts:7 ${by('fromString', 'state')}`,
    ]);
    expect(await forged({ 'lib/resume.ts': script(body('resume')) })).toEqual([]);
  });

  it('can be forged in FastAPI and Flask, and is none where it comes from a store', async () => {
    const fastapi = (state: string) =>
      python(
        `class Body(BaseModel):
    id: str
    state: dict
@app.post("/resume")
async def resume(body: Body):
    state = await RunState.from_json(refunds, ${state})
    result = await Runner.run(refunds, state)
    return result.interruptions`,
        FASTAPI,
      );
    expect(await forged({ 'a.py': fastapi('body.state') })).toEqual([
      `a.py:14 ${by('from_json', 'body.state')}`,
    ]);
    expect(
      await forged({
        'a.py': fastapi('STATES[body.id]').replace('app = FastAPI()', 'app = FastAPI()\nSTATES = {}'),
      }),
    ).toEqual([]);
    const flask = python(
      `@app.route("/resume", methods=["POST"])
async def resume():
    state = await RunState.from_string(refunds, request.get_json()["state"])
    result = await Runner.run(refunds, state)
    return str(result.interruptions)`,
      'from flask import Flask, request\napp = Flask(__name__)',
    );
    expect(await forged({ 'a.py': flask })).toEqual([
      `a.py:10 ${by('from_string', 'request.get_json()["state"]')}`,
    ]);
  });

  it('is none for a tool without a gate, and does not count the gate as met', async () => {
    const text = script(resume('req.body.state'), EXPRESS);
    expect(await forged({ 'a.ts': text.replace('needsApproval: true', 'needsApproval: false') })).toEqual([]);
    const metIn = async (one: string) =>
      (await lintFiles({ 'a.ts': one })).met.filter(({ rule }) => rule === 'approval/missing');
    expect(await metIn(text)).toEqual([]);
    expect(await metIn(text.replace('req.body.state', "''"))).toHaveLength(1);
  });
});

describe('a framework that can sign answers', () => {
  beforeAll(loadAll);
  const dialect = frameworkDialect(
    frameworkOfRows(
      { name: 'made-up', title: 'Made-up SDK' },
      [
        {
          ...MADE_UP,
          rows: MADE_UP.rows.map((row) =>
            row.api === 'work'
              ? { ...row, api: 'generateText', args: { ...row.args, memory: { role: 'trusts' } } }
              : row,
          ),
        },
      ],
      { unsigned: unsignedAt },
    ),
  );
  const flaws = (options: string, start = '') => {
    const text = `import { Worker, skill, generateText } from '@made-up/crew';
const desk = new Worker({ title: 'Desk', skills: [skill({ title: 'refund', perform: pay, askFirst: true })] });
${start}
export async function POST(req) {
  const { messages, id } = await req.json();
  const result = await generateText(desk, 'x', ${options});
  return result.questions;
}
`;
    const documentOf = projectOf({ 'app/route.ts': text });
    const { systems } = dialect.read([documentOf('app/route.ts')], {
      environment: [],
      vendorFor: () => undefined,
      importsOf: () => [],
      documentOf,
    });
    return systems.flatMap(({ agents }) =>
      agents.flatMap(({ tools }) =>
        tools.flatMap((tool) => (tool.flaws ?? []).map(({ kind, isOpen }) => `${kind}${isOpen ? '?' : ''}`)),
      ),
    );
  };

  it.each([
    ['{ memory: messages }', ['forgeable']],
    ['{ memory: messages.slice(-20) }', ['forgeable']],
    ['{ memory: messages, experimental_toolApprovalSecret: null }', ['forgeable']],
    ['{ memory: messages, experimental_toolApprovalSecret: process.env.KEY }', []],
    ['{ memory: await load(id) }', []],
    ['{ memory: [...(await load(id)), messages.at(-1)] }', []],
    ['{ rounds: 3 }', []],
  ])('has the flaw where it does not: %s', (options, expected) => {
    expect(flaws(options, "import { load } from 'some-store';")).toEqual(expected);
  });
});
