import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BIN, folderWith } from '../cli/run-cli.js';
import { FLAWED, installed } from './shared.js';

const NVIM = installed('nvim');
const PLUGIN = resolve(import.meta.dirname, '../../editors/nvim/agent-lint.lua');
const DRIVER = join(import.meta.dirname, 'drive.lua');
const RULE = 'approval/missing';

interface Shown {
  rule: string;
  line: number;
  text: string;
  source: string;
}

describe.skipIf(NVIM === undefined)('Neovim', () => {
  it('shows the findings of a project, makes a code action, and shows that the finding is gone', () => {
    const root = folderWith(FLAWED);
    const home = folderWith({});
    const init = join(home, 'init.lua');
    const result = join(home, 'result.json');
    const command = [process.execPath, BIN].map((one) => JSON.stringify(one)).join(', ');
    writeFileSync(init, `vim.g.agent_lint_command = { ${command} }\ndofile(${JSON.stringify(PLUGIN)})\n`);
    const { status, stderr } = spawnSync(
      NVIM ?? '',
      ['--headless', '-u', init, '-i', 'NONE', '-n', 'tools.py', '-c', `luafile ${DRIVER}`],
      {
        cwd: root,
        encoding: 'utf8',
        timeout: 300_000,
        env: { PATH: process.env.PATH, HOME: home, RULE, RESULT: result },
      },
    );
    expect({ status, stderr: stderr.replaceAll(/\s/g, '') }).toEqual({ status: 0, stderr: '' });
    const { before, after, titles, text } = JSON.parse(readFileSync(result, 'utf8')) as {
      before: Shown[];
      after: Shown[] | Record<string, never>;
      titles: string[];
      text: string;
    };
    expect(before.filter(({ rule }) => rule === RULE)).toEqual([
      {
        rule: RULE,
        line: 6,
        source: 'agent-lint',
        text: expect.stringContaining('`issue_refund`') as string,
      },
    ]);
    expect(titles[0]).toContain('needs_approval=True');
    expect(text).toContain('@function_tool(needs_approval=True)\n');
    expect(JSON.stringify(after)).not.toContain(RULE);
  });
});
