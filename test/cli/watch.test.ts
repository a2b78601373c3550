import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BIN, folderWith, runCli } from './run-cli.js';

const agent = (...tools: string[]) =>
  `runtime: framework\nagent:\n  tools:\n${tools.map((name) => `    - { type: function, name: ${name} }\n`).join('')}`;

/** A watch that runs in a process of its own. What it writes is waited for, never a time. */
function startWatch(folder: string, ...args: string[]) {
  const watch = spawn(process.execPath, [BIN, 'check', '--watch', '--only', 'approval/missing', ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void watch.kill('SIGKILL'));
  let written = '';
  let look = (): void => undefined;
  for (const stream of [watch.stdout, watch.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      written += text;
      look();
    });
  const ended = once(watch, 'close').then(([status, signal]) => {
    look();
    return (status ?? signal) as unknown;
  });
  return {
    ended,
    /** What was written since the last time, once it matches. */
    until: (what: RegExp): Promise<string> =>
      new Promise((done, failed) => {
        look = () => {
          if (!what.test(written)) {
            if (watch.exitCode !== null) failed(new Error(`It ended: ${written}`));
            return;
          }
          look = () => undefined;
          const found = written;
          written = '';
          done(found);
        };
        look();
      }),
    /** As Ctrl-C does; gives the status. */
    interrupt(signal: 'SIGINT' | 'SIGTERM' = 'SIGINT') {
      watch.kill(signal);
      return ended;
    },
    rest: () => written,
  };
}

/** Puts a file in its place at once, as editors do. */
function save(folder: string, name: string, text: string): void {
  const apart = mkdtempSync(`${folder}-`);
  onTestFinished(() => rmSync(apart, { recursive: true, force: true }));
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(apart, 'saved'), text);
  renameSync(join(apart, 'saved'), join(folder, name));
}

const READY = /Watching for changes\. Press Ctrl\+C to end\.\n/;
const SUMMARY = /^\d+ errors?, \d+ warnings?, \d+ infos?\n/m;
const INVALID = /Unknown .*\n/;
const lines = (text: string) => text.split('\n').filter((line) => line !== '');
const places = (text: string) => lines(text).map((line) => /^[+-] \S+ \w+ \S+/.exec(line)?.[0] ?? line);

describe('a watch', () => {
  it('shows the report, then what each change of the disk brings and takes, and ends with the status of the last check', async () => {
    const folder = folderWith({ 'a.agent.yaml': agent('delete_user') });
    const watch = startWatch(folder);
    const first = await watch.until(READY);
    expect(first).toContain('approval/missing');
    expect(first).toMatch(/^a\.agent\.yaml\n {2}4:31 {2}error /m);
    const steps: [what: string, change: () => void, shown: readonly string[]][] = [
      [
        'a new finding, and one that only moved',
        () => save(folder, 'a.agent.yaml', agent('send_mail', 'delete_user')),
        ['+ a.agent.yaml:4:31 error approval/missing', '2 errors, 0 warnings, 0 infos'],
      ],
      [
        'a finding that is gone',
        () => save(folder, 'a.agent.yaml', agent('delete_user')),
        ['- a.agent.yaml:4:31 error approval/missing', '1 error, 0 warnings, 0 infos'],
      ],
      [
        'a new file in a new folder',
        () => save(folder, 'sub/b.agent.yaml', agent('delete_file')),
        ['+ sub/b.agent.yaml:4:31 error approval/missing', '2 errors, 0 warnings, 0 infos'],
      ],
      [
        'a removed file',
        () => rmSync(join(folder, 'sub/b.agent.yaml')),
        ['- sub/b.agent.yaml:4:31 error approval/missing', '1 error, 0 warnings, 0 infos'],
      ],
      [
        'a configuration',
        () => save(folder, 'agent-lint.config.yaml', 'rules: { approval/missing: off }\n'),
        ['- a.agent.yaml:4:31 error approval/missing', '0 errors, 0 warnings, 0 infos'],
      ],
    ];
    for (const [what, change, shown] of steps) {
      change();
      expect(places(await watch.until(SUMMARY)), what).toEqual(shown);
    }
    save(folder, 'agent-lint.config.yaml', 'rules: { approval/mising: off }\n');
    expect(lines(await watch.until(INVALID))).toEqual([
      'agent-lint: The configuration is invalid. Nothing was checked.',
      expect.stringMatching(/^agent-lint\.config\.yaml:1:10: .*approval\/mising.*approval\/missing/),
    ]);
    save(folder, 'agent-lint.config.yaml', 'rules: { approval/missing: off }\n');
    expect(lines(await watch.until(SUMMARY))).toEqual(['0 errors, 0 warnings, 0 infos']);
    save(folder, 'agent-lint.config.yaml', '{}\n');
    await watch.until(SUMMARY);
    expect(await watch.interrupt()).toBe(1);
    expect(watch.rest()).toBe('');
  });

  it('begins in a folder without agents, and follows a configuration that is elsewhere', async () => {
    const config = folderWith({ 'c.yaml': '{}\n' });
    const folder = folderWith({ 'README.md': 'Nothing.\n' });
    const watch = startWatch(folder, '--config', join(config, 'c.yaml'));
    expect((await watch.until(READY)).match(/No agent configuration found among/g)).toHaveLength(1);
    save(folder, 'a.agent.yaml', agent('delete_user'));
    expect(places(await watch.until(SUMMARY))[0]).toBe('+ a.agent.yaml:4:31 error approval/missing');
    save(config, 'c.yaml', 'rules: { approval/mising: off }\n');
    await watch.until(INVALID);
    expect(await watch.interrupt('SIGTERM')).toBe(3);
  });

  it.each<[args: string, status: number, words: string]>([
    ['--config wrong.yaml', 3, 'The configuration is invalid'],
    ['b.agent.yaml', 2, 'no such file'],
    ['--format json', 2, 'not json'],
    ['--format github', 2, 'not github'],
    ['--fix', 2, 'leave out --fix.'],
    ['--fix-dry-run', 2, 'leave out --fix-dry-run.'],
    ['--update-baseline', 2, 'leave out --update-baseline.'],
    ['--stdin --stdin-filename a.yaml', 2, 'leave out --stdin.'],
    ['--staged', 2, 'leave out --staged.'],
    ['--since HEAD', 2, 'leave out --since.'],
    ['--new-since HEAD', 2, 'leave out --new-since.'],
    ['--config-from HEAD', 2, 'leave out --config-from.'],
    ['--shard 1/2', 2, 'leave out --shard.'],
    ['--output x', 2, 'leave out --output.'],
    ['--cache', 2, 'leave out --cache.'],
    ['--timing', 2, 'leave out --timing.'],
  ])('does not begin with %s', async (args, status, words) => {
    const folder = folderWith({ 'a.agent.yaml': agent(), 'wrong.yaml': 'rules: 5\n' });
    const run = await runCli(folder, ['check', '--watch', ...args.split(' ')]);
    expect([run.status, run.stdout]).toEqual([status, '']);
    expect(run.stderr).toContain(words);
  });
});
