// Keeps what V8 compiles in one run of the build's command line, for runs on the same Node (src/cli/start.ts).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Preloaded: notes every script that the run compiles, and writes its code at the end, lazily compiled functions included.
 * What an earlier run wrote stays: a file of JSON is not to load what only programs ask of the parts that both share.
 */
const RECORDER = `
const fs = require('node:fs');
const vm = require('node:vm');
const scripts = [];
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    scripts.push([this, options.filename]);
  }
};
process.on('exit', () => {
  for (const [script, path] of scripts)
    if (!fs.existsSync(path + '.cache')) fs.writeFileSync(path + '.cache', script.createCachedData());
});
`;

const PAYLOAD = {
  runtime: 'managed',
  requirements: { needs: ['durable-session'] },
  agent: {
    model: 'm',
    instructions: 'Ask before you refund.',
    tools: [{ type: 'shell' }, { type: 'function', name: 'issue_refund', description: 'Refund a charge' }],
    mcp_servers: [{ url: 'https://mcp.example.com/mcp' }],
  },
  environment: { type: 'hosted' },
  multi_agent: { enabled: true },
  controls: { mcp_servers: { 'https://mcp.example.com/mcp': { allowed_tools: ['get_order'] } } },
};

const TYPESCRIPT = `import { Agent, run, tool } from '@openai/agents';
import { z } from 'zod';

const issueRefund = tool({
  name: 'issue_refund',
  description: 'Refunds a charge.',
  parameters: z.object({ id: z.string() }),
  execute: async ({ id }) => id,
});
export const desk = new Agent({ name: 'Desk', instructions: 'Help.', tools: [issueRefund], handoffs: [] });
await run(desk, 'hello');
`;

const PYTHON = `from agents import Agent, Runner, function_tool


@function_tool
def issue_refund(id: str) -> str:
    """Refunds a charge."""
    return id


desk = Agent(name="Desk", instructions="Help.", tools=[issue_refund], handoffs=[])
Runner.run_sync(desk, "hello")
`;

/** One run for each, in this order: what a user's first file is likely to be. */
const SAMPLES = [
  ['sample.agent.json', JSON.stringify(PAYLOAD)],
  ['sample.agent.yaml', `agent:\n  model: m\n  tools:\n    - type: shell\nenvironment:\n  type: hosted\n`],
  ['sample.ts', TYPESCRIPT],
  ['sample.py', PYTHON],
];

/** Writes a cache beside every chunk that a run with findings or a review loads, and which Node made them. */
export function writeCodeCache(bin) {
  const folder = mkdtempSync(join(tmpdir(), 'agent-lint-build-'));
  const recorder = join(folder, 'recorder.cjs');
  const v8Settings = Object.entries(process.config.variables).filter(([name]) => name.startsWith('v8_'));
  const nodeBuild = {
    version: process.version,
    platform: process.platform,
    arch: process.arch,
    settings: Object.fromEntries(v8Settings),
  };
  try {
    writeFileSync(recorder, RECORDER);
    for (const [name, text] of SAMPLES) {
      writeFileSync(join(folder, name), text);
      const args = ['--require', recorder, bin, 'check', name, '--format', 'pretty', '--exit-zero'];
      execFileSync(process.execPath, args, { cwd: folder, stdio: 'ignore' });
    }
    const review = ['--require', recorder, bin, 'review', SAMPLES[0][0], '-o', 'review.html'];
    execFileSync(process.execPath, review, { cwd: folder, stdio: 'ignore' });
    // Only now: the recorded runs themselves compile all of it.
    writeFileSync(join(dirname(bin), 'cli/code-cache.json'), JSON.stringify(nodeBuild));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
