// Keeps what V8 compiles in one run of the build's command line, for runs on the same Node (src/cli/start.ts).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Preloaded: notes every script that the run compiles, and writes its code at the end, lazily compiled functions included. */
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
  for (const [script, path] of scripts) fs.writeFileSync(path + '.cache', script.createCachedData());
});
`;

const SAMPLE = {
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

/** Writes a cache beside every chunk that a run with findings loads, and which Node made them. */
export function writeCodeCache(bin) {
  const folder = mkdtempSync(join(tmpdir(), 'agent-lint-build-'));
  writeFileSync(join(folder, 'recorder.cjs'), RECORDER);
  writeFileSync(join(folder, 'sample.agent.json'), JSON.stringify(SAMPLE));
  const args = [
    '--require',
    join(folder, 'recorder.cjs'),
    bin,
    'check',
    'sample.agent.json',
    '--format',
    'pretty',
    '--exit-zero',
  ];
  const v8Settings = Object.entries(process.config.variables).filter(([name]) => name.startsWith('v8_'));
  const nodeBuild = {
    version: process.version,
    platform: process.platform,
    arch: process.arch,
    settings: Object.fromEntries(v8Settings),
  };
  try {
    execFileSync(process.execPath, args, { cwd: folder, stdio: 'ignore' });
    // Only now: the recorded run itself compiles all of it.
    writeFileSync(join(dirname(bin), 'cli/code-cache.json'), JSON.stringify(nodeBuild));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
