import { beforeAll, describe, expect, it } from 'vitest';
import { grammarOf, parsesAs } from '../../src/program/index.js';
import { ownPrograms } from '../oracle/programs.mjs';
import { loadAll } from './open.js';
import { checkTextProperty } from './text-property.js';
import { type Edit, openVariants, withEdits } from './text-variants.js';

/**
 * The property of text on the programs that come with the project. Each program that a test lints is varied where it is
 * linted, in `lintFiles` and `withTree`: so are those on the pages of rules.
 */
describe('comments, unused code and names of local variables decide nothing', () => {
  const programs = [...ownPrograms()].flatMap(([group, all]) => (group === 'pages' ? [] : all));

  it.each(programs)('in $name', async (program) => {
    if (!('files' in program)) throw new Error('a program of files');
    await checkTextProperty(program.files);
  });
});

const PYTHON = `"""Asks."""
from agents import Agent, Runner, function_tool

@function_tool
def send_email(to: str) -> str:
    """Sends an email."""
    copies = [to]
    return mail(copies)

def label(item, shown=None):
    """The label."""
    text = item.name
    for part in (text, shown):
        text = part or text
    return text

a = Agent(name="A", tools=[send_email], instructions=f"{__name__}")

async def main():
    await ask("Hello")

async def ask(question):
    # The only run.
    result = await Runner.run(a, question)
    for item in result.interruptions:
        print(label(item, shown=question))
`;

const SCRIPT = `import { Agent, run, tool } from '@openai/agents';
const options = { body: 'x' };
export function sends(to: string, { body } = options) {
  if (to === '') return body;
  const sent = \`\${to}
  body\`;
  return sent;
}
class Desk {
  // The name.
  name = 'desk';
  async ask(question: string) {
    const answer = await run(agent, question);
    console.log(this.name, answer);
    return answer;
  }
}
`;

describe('the variants of a program', () => {
  beforeAll(loadAll);

  const editsOf = (file: string, text: string): Edit[] => {
    const editsFor = openVariants({ [file]: text }, grammarOf);
    return Array.from({ length: 40 }, (_, seed) => editsFor(seed)).flat();
  };
  const renamed = (edits: readonly Edit[]): string[] =>
    [...new Set(edits.flatMap((one) => one.renamed?.[0] ?? []))].sort();
  const kinds = (edits: readonly Edit[]): string[] =>
    [...new Set(edits.flatMap(({ kind, renamed: names }) => (names ? [] : kind)))].sort();

  it('have every kind of change', () => {
    expect(kinds(editsOf('a.py', PYTHON))).toEqual([
      'blank line',
      'comment',
      'comment behind a statement',
      'docstring',
      'unused constant',
      'unused function',
      'unused string',
      'words in a comment',
      'words in a docstring',
    ]);
    expect(kinds(editsOf('a.ts', SCRIPT))).toEqual([
      'blank line',
      'comment',
      'comment behind a statement',
      'unused constant',
      'unused function',
      'unused string',
      'words in a comment',
    ]);
  });

  it('rename what is local and reaches no model: no tool, keyword, member, word of a text or shorthand', () => {
    expect(renamed(editsOf('a.py', PYTHON))).toEqual(['copies', 'part', 'question', 'result', 'text']);
    expect(renamed(editsOf('a.ts', SCRIPT))).toEqual(['answer', 'question', 'sent', 'to']);
    expect(renamed(editsOf('a.py', PYTHON.replace('print(', 'print(locals(), ')))).toEqual([]);
  });

  it('are the same for the same seed, and parse', () => {
    for (const [file, text] of [
      ['a.py', PYTHON],
      ['a.ts', SCRIPT],
    ] as const) {
      for (let seed = 0; seed < 40; seed++) {
        const edits = openVariants({ [file]: text }, grammarOf)(seed);
        const changed = withEdits({ [file]: text }, edits)[file] ?? '';
        expect(changed).toBe(
          withEdits({ [file]: text }, openVariants({ [file]: text }, grammarOf)(seed))[file],
        );
        expect(changed).not.toBe(text);
        expect(parsesAs(grammarOf(file) ?? 'tsx', changed)).toBe(true);
      }
    }
  });

  it('change no tool: neither its docstring nor its parameters', () => {
    for (const { changes, kind } of editsOf('a.py', PYTHON)) {
      const tool = PYTHON.indexOf('Sends an email');
      if (kind.includes('docstring')) expect(changes.map(({ start }) => start)).not.toContain(tool);
    }
    expect(renamed(editsOf('a.py', PYTHON))).not.toContain('to');
  });
});
