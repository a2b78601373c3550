import { describe, expect, it } from 'vitest';
import { folderWith, runCli } from './run-cli.js';

const SESSION = JSON.stringify({ agent: { model: 'm' }, environment: { type: 'hosted' } });
const BODY = JSON.stringify({ model: 'm', input: 'hi', tools: [{ type: 'web_search' }] });
const PROGRAM = `import { Agent } from '@openai/agents';\nexport const triage = new Agent({ name: 'triage' });\n`;
const MIXED = { 'a.session.json': SESSION, 'b.json': BODY, 'src/c.ts': PROGRAM };
const FOUND = `Found in the files: the managed agent service in a.session.json; the open-source agent framework in
src/c.ts; a Responses-style API plus tools in b.json.`;

const decided = (files: Record<string, string>, ...args: string[]) => {
  const run = runCli(folderWith(files), ['decide', '--need', 'durable-session', ...args], '', { HOME: '/' });
  expect(run.status).toBe(0);
  return run.stdout;
};

describe('decide among the files of a project', () => {
  it('says which runtimes were found where, when it is several', () => {
    expect(decided(MIXED).trimEnd().endsWith(`\n\n${FOUND}`)).toBe(true);
    expect(decided(MIXED, '--format', 'table').trimEnd().endsWith(`\n\n${FOUND}`)).toBe(true);
    const [words = ''] = [FOUND.replace('\n', ' ')];
    expect(decided(MIXED, '--format', 'markdown').trimEnd().split('\n').at(-1)).toBe(words);
    const record = decided(MIXED, '--format', 'adr');
    expect(record).toContain(`- The project needs a durable session\n\n${words}\n\n## Options\n`);
  });

  it('says where another runtime than the recommended one was found', () => {
    expect(decided({ 'b.json': BODY }).trimEnd().split('\n').at(-1)).toBe(
      'Found in the files: a Responses-style API plus tools in b.json.',
    );
  });

  it('names the files in JSON', () => {
    expect(JSON.parse(decided(MIXED, '--format', 'json')).found).toEqual([
      { runtime: 'managed', files: ['a.session.json'] },
      { runtime: 'framework', files: ['src/c.ts'] },
      { runtime: 'responses', files: ['b.json'] },
    ]);
  });

  it.each(['text', 'table', 'markdown', 'adr'])('says nothing of files that agree, as %s', (format) => {
    const agreed = decided({ 'a.session.json': SESSION }, '--format', format);
    expect(agreed).toBe(decided({}, '--format', format));
    expect(agreed).not.toContain('Found in');
  });

  it('does not search a home folder that is no project', () => {
    const home = folderWith(MIXED);
    const run = runCli(home, ['decide', '--need', 'durable-session'], '', { HOME: home });
    expect(run.stdout).toBe(decided({}));
  });

  it('has nothing to name in an empty folder', () => {
    expect(JSON.parse(decided({}, '--format', 'json'))).not.toHaveProperty('found');
  });
});
