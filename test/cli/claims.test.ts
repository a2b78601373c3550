import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Fix } from '../../src/model/index.js';
import { editedText } from '../../src/syntax/edit/apply.js';
import { folderWith, runCli } from './run-cli.js';

const CONFIG = 'agent-lint.config.yaml';
const session = (tool: string) =>
  `{ "agent": { "tools": [{ "type": "function", "name": "${tool}" }] }, "environment": { "type": "hosted" } }\n`;

interface Reported {
  rule: string;
  file: string;
  remediation: string;
  fixes: Fix[];
}

/** The findings about missing approval of a folder. */
async function missing(folder: string): Promise<Reported[]> {
  const { stdout, stderr } = await runCli(folder, [
    'check',
    '--only',
    'approval/missing',
    '--format',
    'json',
  ]);
  if (stdout === '') throw new Error(stderr);
  return (JSON.parse(stdout) as { findings: Reported[] }).findings;
}

const check = (folder: string) => runCli(folder, ['check', '--only', 'approval/missing']);

/** What a remedy prints as the claim. */
const entryIn = ({ remediation }: Reported): string =>
  /with your own `reason`: `(.*?)`\./.exec(remediation)?.[1] ?? '';

describe('a claim that agent-lint prints', () => {
  it('is an item of a list, which can be pasted for one file after the other', async () => {
    const folder = folderWith({ 'a.session.json': session('send_mail'), 'b.session.json': session('pay') });
    const entries = (await missing(folder)).map(entryIn);
    const entry = (file: string, tool: string) =>
      `- { files: ./${file}, controls: { tools: { ${tool}: { approval: { by: human } } } }, reason: "" }`;
    expect(entries).toEqual([entry('a.session.json', 'send_mail'), entry('b.session.json', 'pay')]);
    writeFileSync(join(folder, CONFIG), `attestations:\n${entries.map((one) => `  ${one}\n`).join('')}`);
    const { status, stderr } = await check(folder);
    expect(status).toBe(3);
    const why = 'This claim has no reason yet: write what makes it true, and how you know.';
    expect(stderr).toContain(`${CONFIG}:2:97: ${why}`);
    expect(stderr).toContain(`${CONFIG}:3:91: ${why}`);
    const filled = readFileSync(join(folder, CONFIG), 'utf8').replaceAll(
      'reason: ""',
      'reason: the console asks the shift lead',
    );
    writeFileSync(join(folder, CONFIG), filled);
    expect(await missing(folder)).toEqual([]);
    expect((await check(folder)).status).toBe(0);
  });

  it.each([
    ['in a new configuration', {}, CONFIG],
    ['in a list', { [CONFIG]: 'attestations:\n  - { files: x, controls: {}, reason: r }\n' }, CONFIG],
    ['in JSON', { 'agent-lint.config.json': '{\n  "attestations": []\n}\n' }, 'agent-lint.config.json'],
    [
      'in package.json',
      { 'package.json': '{\n  "agent-lint": { "preset": "recommended" }\n}\n' },
      'package.json',
    ],
  ])(
    'and inserts %s is invalid until its reason is written',
    async (_, files: Record<string, string>, target) => {
      const folder = folderWith({ 'a.session.json': session('send_mail'), ...files });
      const [finding] = await missing(folder);
      const [fix] = finding?.fixes ?? [];
      expect(fix?.title).toBe('Claim: a person approves `send_mail`');
      expect(finding?.remediation).toContain(
        `claim it in ${target} under \`${target === 'package.json' ? 'agent-lint.attestations' : 'attestations'}\``,
      );
      const text = editedText(files[target] ?? '', fix?.edits ?? []);
      writeFileSync(join(folder, target), text);
      const line = text.split('\n').findIndex((one) => /"?reason"?: ""/.test(one)) + 1;
      expect(line).toBeGreaterThan(0);
      const { status, stderr } = await check(folder);
      expect(status).toBe(3);
      expect(stderr).toContain(`${target}:${line}:`);
      expect(stderr).toContain('This claim has no reason yet');
      writeFileSync(join(folder, target), text.replace(/("?reason"?: )""/, '$1"asked in the console"'));
      expect((await check(folder)).status).toBe(0);
    },
  );
});

describe('a claim', () => {
  const attestation = (reason: string) =>
    `attestations:\n  - files: a.session.json\n    controls: { tools: { send_mail: { approval: { by: human } } } }\n    reason: ${reason}\n`;
  const NONE = 'has no reason yet: write what makes it true, and how you know.';
  const READY = 'has a ready-made reason: write what makes it true, and how you know.';

  it.each([
    ['""', NONE],
    ['"  "', NONE],
    ['|\n      \n', NONE],
    ['confirmed by the person who added this claim', READY],
    ['Confirmed by the person who added this claim.', READY],
  ])('with the reason %j is refused at its key', async (reason, why) => {
    const folder = folderWith({ 'a.session.json': session('send_mail'), [CONFIG]: attestation(reason) });
    const { status, stderr } = await check(folder);
    expect(status).toBe(3);
    expect(stderr).toContain(`${CONFIG}:4:5: This claim ${why}`);
  });

  it.each([
    ['""', NONE],
    ['confirmed by the person who added this claim', READY],
  ])('of an effect with the reason %j is refused at its key', async (reason, why) => {
    const text = `tools:\n  send_mail:\n    effect: read\n    because: ${reason}\n`;
    const folder = folderWith({ 'a.session.json': session('send_mail'), [CONFIG]: text });
    const { status, stderr } = await check(folder);
    expect(status).toBe(3);
    expect(stderr).toContain(`${CONFIG}:4:5: This declared effect ${why}`);
  });

  it('of data that is kept counts once how is written', async () => {
    const agent = (how: string) =>
      `runtime: responses\nrequirements: { zero_data_retention: true }\nagent: { model: some-model, tools: [] }\ncontrols: { retention: { how: ${how} } }\n`;
    const found = async (how: string) =>
      (await runCli(folderWith({ 'a.agent.yaml': agent(how) }), ['check', '--format', 'compact'])).stdout;
    expect(await found('""')).toContain('runtime/own-controls');
    expect(await found('confirmed by the person who added this claim')).toContain('runtime/own-controls');
    expect(await found('the contract of May excludes it')).not.toContain('runtime/own-controls');
  });
});

describe('two blocks of claims', () => {
  const ITEM = '- { files: a, controls: {}, reason: r }';

  it.each([
    [CONFIG, `attestations:\n  ${ITEM}\nvendor: openai\nattestations:\n  ${ITEM}\n`, '4:1', 4, 1],
    ['agent-lint.config.json', '{\n  "attestations": [],\n  "attestations": []\n}\n', '3:3', 3, 2],
    ['package.json', '{ "agent-lint": {\n  "attestations": [],\n  "attestations": []\n} }\n', '3:3', 3, 2],
  ])('in %s are told with both lines', async (file, text, place, second, first) => {
    const folder = folderWith({ 'a.session.json': session('send_mail'), [file]: text });
    const { status, stderr } = await check(folder);
    expect(status).toBe(3);
    expect(stderr).toContain(
      `${file}:${place}: The key "attestations" is repeated on line ${second} (first on line ${first}): put everything under one key.`,
    );
  });
});
