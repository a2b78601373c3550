import { describe, expect, it } from 'vitest';
import { editedText } from '../../src/syntax/edit/apply.js';
import { lintFiles } from './lint-files.js';

/** What each fix of one rule makes of its file. */
async function fixed(files: Record<string, string>, rule: string): Promise<string[]> {
  const { findings } = await lintFiles(files);
  const fixes = findings.filter((one) => one.rule === rule).flatMap((one) => one.fixes);
  return fixes.map(({ title, safe, edits }) => {
    const text = editedText(files[edits[0]?.file ?? ''] ?? '', edits);
    return `${safe ? 'safe: ' : ''}${title}\n${text}`;
  });
}

describe('the fixes of ignores', () => {
  const AGENT = 'agent:\n  model: some-model\n';
  const IGNORE = '  # agent-lint-ignore';

  it('take out the unused one of several rules', async () => {
    const rest = '  temperature: 0\n';
    const text = `${AGENT}${IGNORE} session/undocumented, tracing/missing -- known (until 2030-01-01)\n${rest}`;
    expect(await fixed({ 'a.agent.yaml': text }, 'config/unused-ignore')).toEqual([
      `safe: Remove the unused ignore\n${AGENT}${IGNORE} session/undocumented -- known (until 2030-01-01)\n${rest}`,
    ]);
  });

  it('take out the comment where nothing of it is left', async () => {
    const text = `${AGENT}${IGNORE} tracing/missing, session/schema\n  temperature: 0\n`;
    expect(await fixed({ 'a.agent.yaml': text }, 'config/ignore-without-reason')).toEqual([
      `safe: Remove the ignore\n${AGENT}  temperature: 0\n`,
    ]);
  });

  it('claim an ignore under its right name, and keep the marks of the comment', async () => {
    const text = `{ "agent": { "model": "m", /* agent-lint-ignore session/undocumentd -- known */ "temperature": 0 } }\n`;
    expect(await fixed({ 'a.session.json': text }, 'config/unknown-ignore')).toEqual([
      `Claim: ignore \`session/undocumented\` here\n${text.replace('undocumentd', 'undocumented')}`,
    ]);
  });
});

describe('the fixes of turn limits', () => {
  const cycle = (run: string) => `import { Agent, run } from '@openai/agents';
const triage = new Agent({ name: 'Triage', instructions: 'Sort.' });
const billing = new Agent({ name: 'Billing', handoffs: [triage] });
triage.handoffs.push(billing);
await ${run};
`;

  it.each([
    ["run(triage, 'Hello')", "run(triage, 'Hello', { maxTurns: 10 })"],
    ["run(triage, 'Hello', { stream: true })", "run(triage, 'Hello', { stream: true, maxTurns: 10 })"],
  ])('are set in %s', async (before, after) => {
    const [limited] = await fixed({ 'a.ts': cycle(before) }, 'delegation/handoff-cycle');
    expect(limited).toBe(`Set \`maxTurns\` to 10\n${cycle(after)}`);
  });

  it.each([
    [
      'a.py',
      'import os\nfrom agents import Agent, Runner\ndesk = Agent(name="D")\nRunner.run_sync(desk, "Hello", max_turns=int(os.environ["TURNS"]))\n',
    ],
    [
      'a.ts',
      "import { Agent, run } from '@openai/agents';\nconst desk = new Agent({ name: 'D' });\nexport const ask = (...all: [string]) => run(desk, ...all);\n",
    ],
    [
      'b.ts',
      "import { query } from '@anthropic-ai/claude-agent-sdk';\nimport { options } from './options.js';\nexport const ask = (prompt: string) => query({ prompt, options: { ...options, model: 'opus' } });\n",
    ],
  ])(
    'are none in %s, where the limit is computed: it is listed in the strict preset, too',
    async (file, text) => {
      const { findings, notAssessed } = await lintFiles({
        [file]: text,
        'agent-lint.config.yaml': 'preset: strict\n',
      });
      const rule = 'delegation/unbounded-turns';
      expect(findings.filter((one) => one.rule === rule)).toEqual([]);
      expect(notAssessed.filter((one) => one.rule === rule)).toHaveLength(1);
    },
  );

  it('replace a constant where it is given, and no name', async () => {
    const text = (limit: string) =>
      `from agents import Agent, Runner\nENDLESS = float("inf")\ndesk = Agent(name="Desk")\nRunner.run_sync(desk, "Hello", max_turns=${limit})\n`;
    expect(await fixed({ 'a.py': text('float("inf")') }, 'delegation/unbounded-turns')).toEqual([
      `Set it to 10\n${text('10')}`,
    ]);
    expect(await fixed({ 'a.py': text('ENDLESS') }, 'delegation/unbounded-turns')).toEqual([]);
  });

  it('are set where a caller or a default removes them, and never over what callers pass', async () => {
    const text = (fallback: string, passed: string) => `from agents import Agent, Runner
desk = Agent(name="Desk")
def serve(text, limit=${fallback}):
    return Runner.run_sync(desk, text, max_turns=limit)
def start(text, limit):
    return Runner.run_sync(desk, text, max_turns=limit)
serve("Hello")
serve("Hello", limit=5)
start("Hello", ${passed})
`;
    expect(await fixed({ 'a.py': text('None', 'None') }, 'delegation/unbounded-turns')).toEqual([
      `Set it to 10\n${text('10', 'None')}`,
      `Set it to 10\n${text('None', '10')}`,
    ]);
  });

  it('are added to a loop that has none', async () => {
    const loop = 'agent_class: LoopAgent\nname: refine\nsub_agents:\n  - config_path: writer.yaml\n';
    expect(await fixed({ 'root_agent.yaml': loop }, 'delegation/unbounded-turns')).toEqual([
      `Set \`max_iterations\` to 20\n${loop}max_iterations: 20\n`,
    ]);
  });
});

describe('the fixes of requests', () => {
  const VENDOR = { 'agent-lint.config.yaml': 'vendor: openai\n' };
  const BODY = '{ "agent": { "model": "m" }, "environment": { "type": "openai_hosted" } }';
  const SCRIPT_BODY = BODY.replaceAll('"', "'");

  it.each([
    [
      'a.http',
      `POST https://api.example.com/v1/agents/sessions\nX-Team: a\n\n${BODY}\n`,
      `POST https://api.example.com/v1/agents/sessions\nX-Team: a\nOpenAI-Beta: agents=v1\n\n${BODY}\n`,
    ],
    [
      'a.py',
      `import requests\nrequests.post("https://api.example.com/v1/agents/sessions", json=${BODY})\n`,
      `import requests\nrequests.post("https://api.example.com/v1/agents/sessions", json=${BODY}, headers={"OpenAI-Beta": "agents=v1"})\n`,
    ],
    [
      'b.py',
      `import requests\nrequests.post("https://api.example.com/v1/agents/sessions", headers={"X-Team": "a"}, json=${BODY})\n`,
      `import requests\nrequests.post("https://api.example.com/v1/agents/sessions", headers={"X-Team": "a", "OpenAI-Beta": "agents=v1"}, json=${BODY})\n`,
    ],
    [
      'a.ts',
      `await fetch('https://api.example.com/v1/agents/sessions', { method: 'POST', body: JSON.stringify(${SCRIPT_BODY}) });\n`,
      `await fetch('https://api.example.com/v1/agents/sessions', { method: 'POST', body: JSON.stringify(${SCRIPT_BODY}), headers: { 'OpenAI-Beta': 'agents=v1' } });\n`,
    ],
    [
      'b.ts',
      `import axios from 'axios';\nawait axios.post('https://api.example.com/v1/agents/sessions', ${SCRIPT_BODY});\n`,
      `import axios from 'axios';\nawait axios.post('https://api.example.com/v1/agents/sessions', ${SCRIPT_BODY}, { headers: { 'OpenAI-Beta': 'agents=v1' } });\n`,
    ],
  ])('add the header in %s', async (file, before, after) => {
    expect(await fixed({ ...VENDOR, [file]: before }, 'session/beta-header')).toEqual([
      `safe: Add the header \`OpenAI-Beta: agents=v1\`\n${after}`,
    ]);
  });

  it('set one of several values of the header', async () => {
    const text = (version: string) =>
      `POST https://api.example.com/v1/agents/sessions\nOpenAI-Beta: other=v1, agents=${version}\n\n${BODY}\n`;
    expect(await fixed({ 'a.http': text('v2') }, 'session/beta-header')).toEqual([
      `safe: Set \`OpenAI-Beta\` to \`agents=v1\`\n${text('v1')}`,
    ]);
  });

  it('keep what is filled in before a path, and the query behind it', async () => {
    const text = (path: string) => `POST {{base}}${path}?a=b\nAcme-Beta: agents=v1\n\n${BODY}\n`;
    expect(await fixed({ 'a.http': text('/v2/agents/sessions') }, 'session/request')).toEqual([
      `Set the path to \`/v1/agents/sessions\`\n${text('/v1/agents/sessions')}`,
    ]);
  });
});

describe('the fixes of a file', () => {
  it('take out every comma before a closing bracket', async () => {
    const text = '{ "agent": { "model": "m", "tools": [{ "type": "shell", },], }, }\n';
    expect(await fixed({ 'a.session.json': text }, 'file/syntax')).toEqual([
      'safe: Remove the commas\n{ "agent": { "model": "m", "tools": [{ "type": "shell" }] } }\n',
    ]);
  });
});

describe('a handoff that a program adds later', () => {
  it('is not taken out of the call that adds it', async () => {
    const text = `from agents import Agent

faq = Agent(name="Faq", instructions="Answer.")
triage = Agent(name="Triage", instructions="Route.")
triage.handoffs.append(faq)
faq.handoffs.append(triage)
`;
    const { findings } = await lintFiles({ 'desk.py': text });
    const cycles = findings.filter(({ rule }) => rule === 'delegation/handoff-cycle');
    expect(cycles.map(({ fixes }) => fixes)).toEqual([[]]);
  });

  it('is taken out of a list with others, and never the only one', async () => {
    const desk = (handoffs: string) =>
      `runtime: framework\nagents:\n  faq: { instructions: Answer. }\n  triage: { instructions: Route., handoffs: [billing] }\n  billing: { instructions: Bill., handoffs: ${handoffs} }\n`;
    const cycle = 'delegation/handoff-cycle';
    expect(await fixed({ 'desk.agent.yaml': desk('[faq, triage]') }, cycle)).toEqual([
      `Remove the handoff from \`billing\` to \`triage\`\n${desk('[faq]')}`,
    ]);
    expect(await fixed({ 'desk.agent.yaml': desk('[triage]') }, cycle)).toEqual([]);
  });
});
