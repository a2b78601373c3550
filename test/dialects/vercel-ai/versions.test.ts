import { describe, expect, it } from 'vitest';
import { systemJson } from '../../../src/compare/system-json.js';
import { HEAD, lintProgram } from './programs.js';

const locked = (version: string) => ({
  'package.json': '{ "name": "desk", "dependencies": { "ai": "*" } }',
  'package-lock.json': JSON.stringify({
    name: 'desk',
    lockfileVersion: 3,
    packages: { '': { name: 'desk', dependencies: { ai: '*' } }, 'node_modules/ai': { version } },
  }),
});
const CALL = `${HEAD}export const answer = (messages) => generateText({ model: 'm', messages, tools: { refund, look } });\n`;

/** The remedies of errors, by the locked version. */
async function remedies(text: string, version: string): Promise<string[]> {
  const { findings } = await lintProgram(text, locked(version));
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, remediation }) => `${rule} ${remediation.split(':')[0]}`);
}

describe('the locked version of the AI SDK', () => {
  it.each([
    ['7.0.173', 'approval/missing Add `toolApproval'],
    ['6.0.326', 'approval/missing Add `needsApproval'],
    ['5.0.277', 'approval/missing Leave out `execute`'],
  ])('decides the remedy: ai %s', async (version, expected) => {
    expect(await remedies(CALL, version)).toEqual([expected]);
  });

  it.each([
    ['7.0.173', []],
    ['6.0.326', ['approval/missing Add `needsApproval']],
  ])('decides whether a gate beside the tools is one: ai %s', async (version, expected) => {
    const gated = CALL.replace('look } }', "look }, toolApproval: { refund: 'user-approval' } }");
    expect(await remedies(gated, version)).toEqual(expected);
  });

  it.each([
    ['6.0.326', []],
    ['5.0.277', ['approval/missing Leave out `execute`']],
  ])('decides whether a gate of a tool is one: ai %s', async (version, expected) => {
    const gated = CALL.replace("description: 'Pays back',", "description: 'Pays back', needsApproval: true,");
    expect(await remedies(gated, version)).toEqual(expected);
  });

  it('is named where it is assumed', async () => {
    const { systems } = await lintProgram(CALL);
    expect(systems.map(({ assumes }) => assumes)).toEqual(['ai 7']);
  });

  it.each([
    [undefined, ['; assumes ai 7', 'assumes ai 7']],
    ['7.0.173', ['', undefined]],
  ])('is named at each gate and bound that it decides: %s', async (version, [gate, bound]) => {
    const stepped = CALL.replace('tools: {', 'stopWhen: isStepCount(4), tools: {');
    const { systems } = await lintProgram(stepped, version === undefined ? {} : locked(version));
    const [system] = systems.map(systemJson);
    const [tool] = system?.agents[0]?.tools ?? [];
    expect(tool?.because.replace(/^[^;]*/, '')).toBe(gate);
    expect(system?.turnLimits?.map(({ because }) => because)).toEqual([bound]);
  });
});
