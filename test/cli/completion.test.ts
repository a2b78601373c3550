import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.js';

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

const hasFish = spawnSync('fish', ['--version']).status === 0;

/** What fish offers for the last word of a line: words with their descriptions behind a tab. */
function offeredInFish(line: string): string[] {
  const script = `agent-lint completion fish | source; complete -C '${line}'`;
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, HOME: bin };
  return execFileSync('fish', ['--no-config', '-c', script], { encoding: 'utf8', env }).trim().split('\n');
}

/** The script that is printed in an environment. */
const script = async (env: Record<string, string>, ...shell: string[]): Promise<string> =>
  (await runCli('.', ['completion', ...shell], '', env)).stdout;

describe('agent-lint completion', () => {
  it('completes commands in bash', () => {
    expect(offered('agent-lint', 'dec')).toEqual(['decide']);
    expect(offered('agent-lint', 'dif')).toEqual(['diff']);
    expect(offered('agent-lint', 'wai')).toEqual(['waivers']);
  });

  it('completes the options of a command in bash', () => {
    expect(offered('agent-lint', 'check', '--update')).toEqual(['--update-baseline']);
  });

  it.skipIf(!hasFish)(
    'completes commands with their descriptions in fish (skipped: fish not present)',
    () => {
      expect(offeredInFish('agent-lint dec')).toEqual([
        'decide\tPrint which runtime fits the requirements, and why',
      ]);
      expect(offeredInFish('agent-lint ')).toContainEqual(expect.stringMatching(/^waivers\t/));
    },
  );

  it.skipIf(!hasFish)('completes options and files in fish (skipped: fish not present)', () => {
    expect(offeredInFish('agent-lint check --update')).toEqual([
      expect.stringMatching(/^--update-baseline\tAccept all current findings/),
    ]);
    expect(offeredInFish('agent-lint diff --fail')).toEqual([
      expect.stringMatching(/^--fail-on\t.*on: lost/),
    ]);
    expect(offeredInFish('agent-lint check package.j')).toEqual(['package.json']);
  });

  it('prints the script of the shell that is named, or that runs', async () => {
    expect(await script({ SHELL: '/bin/bash' }, 'fish')).toBe(await script({ SHELL: '/usr/bin/fish' }));
    expect(await script({}, 'fish')).toMatch(/^complete -c agent-lint -a '\(__agent_lint_words\)'$/m);
    expect(await script({ SHELL: '/bin/fish' }, 'zsh')).toBe(await script({ SHELL: '/bin/zsh' }));
    expect(await script({ SHELL: '/bin/zsh' }, 'bash')).toBe(await script({ SHELL: '/bin/bash' }));
    const wrong = await runCli('.', ['completion', 'tcsh']);
    expect([wrong.status, wrong.stderr]).toEqual([
      2,
      'agent-lint: completion takes bash, zsh or fish, not `tcsh`.\n',
    ]);
  });
});
