import { describe, expect, it } from 'vitest';
import { lintFiles } from './lint-files.js';

/** Findings of `file/*`: rule, file and place. */
async function problems(files: Record<string, string | Uint8Array>): Promise<string[]> {
  const { findings } = await lintFiles(files);
  return findings
    .filter((one) => one.rule.startsWith('file/'))
    .map(({ rule, file, range }) => `${rule} ${file}:${range.start.line}:${range.start.column}`);
}

describe('problems of files', () => {
  it('leave files alone that nothing marks as an agent', async () => {
    const broken = '{ "agent": { "model": "some-model" "x": 1 }';
    expect(await problems({ 'notes.json': broken, 'list.yaml': 'a: 1\na: 2\n' })).toEqual([]);
  });

  it('do not stop the other files', async () => {
    const result = await lintFiles({
      'a.session.json': '{',
      'b.session.json': '{ "agent": { "model": "some-model", "colour": "red" } }',
    });
    const rules = result.findings.filter((one) => one.file === 'b.session.json').map((one) => one.rule);
    expect(rules).toContain('session/undocumented');
    expect(result.findings.filter((one) => one.file === 'a.session.json').map((one) => one.rule)).toEqual([
      'file/syntax',
    ]);
  });

  it('leave the other requests of a request file judged', async () => {
    const body = '{ "agent": { "model": "some-model" }, "environment": { "type": "hosted" } }';
    const text = `POST {{base}}/v1/agents/sessions\n\n${body}\n\n###\nPOST {{base}}/v1/agents/sessions\n\n{ "agent": \n`;
    const { findings } = await lintFiles({ 'a.http': text });
    expect(findings.some((one) => one.rule === 'file/syntax')).toBe(true);
    expect(
      findings.filter((one) => one.rule === 'session/beta-header').map((one) => one.range.start.line),
    ).toEqual([1]);
  });

  it('name no key behind a fault as repeated: it is read as one by mistake', async () => {
    const yaml = 'name: a\nmodel: m\ninstruction: one\n- two\n- three: x\n- four\n';
    expect(await problems({ 'root_agent.yaml': yaml })).toEqual(['file/syntax root_agent.yaml:4:1']);
    const early = 'instruction: "one\n\nBy: x"\nBy: y\nBy: z\n- four\n';
    expect(await problems({ 'root_agent.yaml': `name: a\nmodel: m\n${early}` })).toEqual([
      'file/syntax root_agent.yaml:8:1',
    ]);
    const json = '{\n  "agent": {}, "agent": {},\n  "environment": ,\n  "agent": {}\n}\n';
    expect(await problems({ 'a.session.json': json })).toEqual([
      'file/duplicate-key a.session.json:2:16',
      'file/syntax a.session.json:3:18',
    ]);
  });

  it('count positions behind a byte-order mark from the first character', async () => {
    const text = '\uFEFF{ "agent": { "model": "m" }, "agent": { "model": "m" } }';
    expect(await problems({ 'a.session.json': text })).toEqual(['file/duplicate-key a.session.json:1:30']);
  });

  it('name UTF-16 as unreadable at the start', async () => {
    const text = Buffer.from('\uFEFF{ "agent": {} }', 'utf16le');
    expect(await problems({ 'a.session.json': text })).toEqual(['file/unreadable a.session.json:1:1']);
  });

  it('name a file of more than 1 MiB as over the limit', async () => {
    expect(await problems({ 'a.session.json': `{ "agent": "${'x'.repeat(1_100_000)}" }` })).toEqual([
      'file/limit a.session.json:1:1',
    ]);
  });

  it('name 5,000 nested brackets as over the limit, in JSON and in YAML', async () => {
    const nested = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    const files = { 'a.session.json': `{ "agent": ${nested} }`, 'b.agent.yaml': `agent: ${nested}\n` };
    const found = await problems(files);
    expect(found.map((one) => one.split(':')[0])).toEqual([
      'file/limit a.session.json',
      'file/limit b.agent.yaml',
    ]);
  });
});
