import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { BIN, folderWith } from '../cli/run-cli.js';
import { FLAWED } from './flawed.js';

const ROOT = resolve(import.meta.dirname, '../..');
const PLUGIN = join(ROOT, 'editors/nvim/agent-lint.lua');
const RULE = 'approval/missing';

interface Editor {
  name: string;
  program: string;
  /** Arguments with which it has what it needs. */
  check: readonly string[];
  /** Arguments with which it runs its script, which writes what it shows. `home` is an empty folder. */
  args(home: string): string[];
}

const script = (name: string) => join(import.meta.dirname, name);

const EDITORS: readonly Editor[] = [
  {
    name: 'Neovim',
    program: 'nvim',
    check: ['--version'],
    args: (home) => {
      const init = join(home, 'init.lua');
      writeFileSync(init, `dofile(${JSON.stringify(PLUGIN)})\n`);
      return [
        ...['--headless', '-u', init, '-i', 'NONE', '-n', 'tools.py'],
        ...['-c', `luafile ${script('drive.lua')}`],
      ];
    },
  },
  {
    name: 'Emacs with eglot',
    program: 'emacs',
    check: ['--batch', '--funcall', 'package-initialize', '--eval', "(require 'eglot)"],
    args: (home) => {
      const [, setup = ''] =
        /```elisp\n(.*?)```/s.exec(readFileSync(join(ROOT, 'docs/editors.md'), 'utf8')) ?? [];
      const init = join(home, 'init.el');
      writeFileSync(init, setup);
      return ['--batch', '--funcall', 'package-initialize', '--load', init, '--load', script('drive.el')];
    },
  },
];

const isThere = ({ program, check }: Editor): boolean => spawnSync(program, check).status === 0;

interface Shown {
  rule: string;
  line: number;
  text: string;
  source: string;
}

for (const editor of EDITORS)
  it.skipIf(!isThere(editor))(
    `${editor.name} shows the findings of a project, makes a code action, and shows that the finding is gone`,
    () => {
      const root = folderWith(FLAWED);
      const home = folderWith({});
      const result = join(home, 'result.json');
      const bin = folderWith({ 'agent-lint': `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n` });
      chmodSync(join(bin, 'agent-lint'), 0o755);
      const { status, stderr } = spawnSync(editor.program, editor.args(home), {
        cwd: root,
        encoding: 'utf8',
        timeout: 300_000,
        env: { PATH: `${bin}:${process.env.PATH}`, HOME: home, RULE, RESULT: result },
      });
      expect(status, stderr).toBe(0);
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
    },
  );
