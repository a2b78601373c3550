import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const CLI = join(import.meta.dirname, '../../dist/agent-lint.cjs');
let bin = '';
beforeAll(() => {
  bin = mkdtempSync(join(tmpdir(), 'agent-lint-bin-'));
  writeFileSync(join(bin, 'agent-lint'), `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`);
  chmodSync(join(bin, 'agent-lint'), 0o755);
});
afterAll(() => rmSync(bin, { recursive: true, force: true }));

/** What bash offers for the last of some words. */
function offered(...words: string[]): string[] {
  const script = `source <(agent-lint completion)
COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}
_agent-lint_yargs_completions; echo "\${COMPREPLY[@]}"`;
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, SHELL: '/bin/bash' };
  return execFileSync('bash', ['-c', script], { encoding: 'utf8', env }).trim().split(' ');
}

describe('agent-lint completion', () => {
  it('completes commands in bash', () => {
    expect(offered('agent-lint', 'dec')).toEqual(['decide']);
    expect(offered('agent-lint', 'dif')).toEqual(['diff']);
    expect(offered('agent-lint', 'wai')).toEqual(['waivers']);
  });

  it('completes the options of a command in bash', () => {
    expect(offered('agent-lint', 'check', '--update')).toEqual(['--update-baseline']);
  });
});
