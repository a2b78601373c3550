import { describe, expect, it } from 'vitest';
import { lintFiles } from '../../rules/lint-files.js';

const PYTHON = `from elsewhere import key
from agents import Agent, function_tool
@function_tool
def delete_user(i): ...
@function_tool
def refund(i): ...
`;
const SCRIPT = `import { key } from './elsewhere';
import { Agent, tool } from '@openai/agents';
const make = (name: string) => tool({ name, description: 'x', parameters: {}, execute: async () => 'x' });
const deleteUser = make('delete_user');
const refund = make('refund');
`;
const NAMES = ['refund', 'wire', 'delete_user', 'send_email', 'drop_table'];
const MAKERS = NAMES.map(
  (name) => `def make_${name}():\n    @function_tool\n    def ${name}(i): ...\n    return ${name}\n`,
);

/** The tools that a program is told to gate, by name. */
async function ungated(file: string, text: string): Promise<string[]> {
  const { findings } = await lintFiles({ [file]: text });
  return findings
    .filter(({ rule }) => rule === 'approval/missing')
    .map(({ message }) => message.split('`')[1] ?? '')
    .sort();
}

describe('tools that reach an agent by a write or a choice', () => {
  it.each([
    [
      'under a key that is not known',
      'd = {"a": [refund]}\nd[key()] = [delete_user]\na = Agent(name="A", tools=d["a"])',
    ],
    [
      'by setdefault() under such a key',
      'd = {"a": [refund]}\nd.setdefault(key(), []).append(delete_user)\na = Agent(name="A", tools=d["a"])',
    ],
    [
      'by update() behind such a key',
      'd = {"a": [refund]}\nd[key()] = [delete_user]\nd.update({"b": []})\na = Agent(name="A", tools=d["a"])',
    ],
    [
      'in a slice of one of two lists',
      'one = [refund]\ntwo = []\nbox = one if key() else two\nbox[:] = [delete_user]\na = Agent(name="A", tools=one)',
    ],
  ])('are all reported in Python: %s', async (_, text) => {
    expect(await ungated('a.py', `${PYTHON}${text}\n`)).toEqual(['delete_user', 'refund']);
  });

  it.each([
    [
      'by Map.set() under a key that is not known',
      "const m = new Map([['a', [refund]]]); m.set(key(), [deleteUser]); export const a = new Agent({ name: 'A', tools: m.get('a') });",
    ],
    [
      'by Set.add()',
      "const s = new Set([refund]); s.add(deleteUser); export const a = new Agent({ name: 'A', tools: [...s] });",
    ],
    [
      'by Object.assign() to one of two',
      "const o = { tools: [refund] }, p = { tools: [] }; const q = key() ? o : p; Object.assign(q, { tools: [deleteUser] }); export const a = new Agent({ name: 'A', tools: o.tools });",
    ],
  ])('are all reported in TypeScript: %s', async (_, text) => {
    expect(await ungated('a.ts', `${SCRIPT}${text}\n`)).toEqual(['delete_user', 'refund']);
  });

  it('are all reported where a key picks one of five functions', async () => {
    const makers = NAMES.map((name) => `"${name}": make_${name}`).join(', ');
    const text = `${PYTHON}${MAKERS.join('')}a = Agent(name="A", tools=[{${makers}}[key()]()])\n`;
    expect(await ungated('a.py', text)).toEqual([...NAMES].sort());
  });
});
