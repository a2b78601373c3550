import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findingsOf, runCli } from '../cli/run-cli.js';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('the README', () => {
  it('shows the real, current output of the command it names', async () => {
    const [, command = '', shown = ''] =
      /<!-- output:start npx agent-lint (.*) -->\n```\n([\s\S]*?)```\n<!-- output:end -->/.exec(
        read('README.md'),
      ) ?? [];
    const run = await runCli(root, command.split(' '));
    expect(run.stderr).toBe('');
    expect(shown).toBe(run.stdout);
  });

  it('names the two commands', () => {
    expect(read('README.md')).toContain('npm ci && npx agent-lint check examples');
    expect(read('README.md')).toContain('npm ci && npm test');
  });
});

describe('the examples', () => {
  it('report exactly what their README says', async () => {
    const [, stated = ''] = /```findings\n([\s\S]*?)```/.exec(read('examples/README.md')) ?? [];
    const run = await runCli(root, ['check', 'examples', '--format', 'json']);
    expect(findingsOf(run)).toEqual(stated.trim().split('\n'));
    expect(run.status).toBe(1);
    const { summary } = JSON.parse(run.stdout);
    const { errors, warnings, met } = summary;
    const readme = read('examples/README.md');
    expect(readme).toContain(`${errors} errors, ${warnings} warnings, so the exit status is ${run.status}.`);
    expect(readme).toContain(
      `${met.shown + met.attested} controls are met: ${met.shown} are seen in the files, ${met.attested} are only claimed.`,
    );
  });
});
