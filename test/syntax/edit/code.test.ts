import { beforeAll, describe, expect, it } from 'vitest';
import type { Edits } from '../../../src/model/index.js';
import type { CodeSyntaxNode } from '../../../src/program/index.js';
import { editedText } from '../../../src/syntax/edit/apply.js';
import { callOf, loadAll, open } from '../../program/open.js';

beforeAll(loadAll);

/** The text after an edit of the first call of `callee`. */
function edited(file: string, text: string, callee: string, edit: (call: CodeSyntaxNode) => Edits) {
  const edits = edit(callOf(open(file, text), callee));
  return edits && editedText(text, edits);
}

describe('an edit of TypeScript', () => {
  it('adds an option in the layout of the others', () => {
    const refund = "const refund = tool({\n  name: 'refund', // why\n  execute,\n});\n";
    expect(edited('a.ts', refund, 'tool', (call) => call.edit()?.set('needsApproval', true))).toBe(
      "const refund = tool({\n  name: 'refund', // why\n  execute,\n  needsApproval: true,\n});\n",
    );
    expect(edited('a.ts', 'run(agent, "hi");', 'run', (call) => call.edit()?.append({ maxTurns: 20 }))).toBe(
      'run(agent, "hi", { maxTurns: 20 });',
    );
    expect(edited('a.ts', 'new Runner();', 'new Runner', (call) => call.edit()?.set(['a', 'b'], ['x']))).toBe(
      "new Runner({ a: { b: ['x'] } });",
    );
  });

  it('edits options where they are written, and none that are computed', () => {
    expect(
      edited('a.ts', 'run(agent, input);', 'run', (call) => call.edit()?.set('maxTurns', 20)),
    ).toBeUndefined();
    const named = 'const options = { name: "x" };\ntool(options);\n';
    expect(edited('a.ts', named, 'tool', (call) => call.edit()?.set('gate', true))).toBe(
      'const options = { name: "x", gate: true };\ntool(options);\n',
    );
    expect(
      edited('a.ts', 'tool(optionsOf());', 'tool', (call) => call.edit()?.set('gate', true)),
    ).toBeUndefined();
    expect(
      edited('a.ts', 'tool({ gate: false, ...rest });', 'tool', (call) => call.edit()?.set('gate', true)),
    ).toBeUndefined();
    expect(edited('a.ts', 'tool({ gate: false });', 'tool', (call) => call.edit()?.set('gate', true))).toBe(
      'tool({ gate: true });',
    );
    for (const computed of [
      '{ gate }',
      '{ gate: opts.gate }',
      '{ gate: opts.gate ? true : false }',
      '{ gate: async () => false }',
      '{ gate: gates() }',
      '{ gate: !gate }',
      '{ ...rest }',
      // It says so already.
      '{ gate: true }',
    ])
      expect(
        edited('a.ts', `const gates = () => false;\ntool(${computed});`, 'tool', (call) =>
          call.edit()?.set('gate', true),
        ),
      ).toBeUndefined();
  });

  it('takes members, items and options out', () => {
    const text = 'new Agent({\n  name: "x",\n  tools: [a, b, c], // all\n  trace: false,\n});';
    const options = (call: CodeSyntaxNode) => call.call?.options;
    expect(edited('a.ts', text, 'new Agent', (call) => options(call)?.get('trace')?.edit()?.remove())).toBe(
      'new Agent({\n  name: "x",\n  tools: [a, b, c], // all\n});',
    );
    expect(
      edited('a.ts', text, 'new Agent', (call) => options(call)?.get('tools')?.items()[1]?.edit()?.remove()),
    ).toBe(text.replace('a, b, c', 'a, c'));
    expect(
      edited('a.ts', text, 'new Agent', (call) => options(call)?.get('tools')?.edit()?.append('d')),
    ).toBe(text.replace('a, b, c', 'a, b, c, "d"'));
    expect(
      edited('a.ts', text, 'new Agent', (call) => options(call)?.get('name')?.edit()?.around?.set('max', 2)),
    ).toBe(text.replace('false,\n', 'false,\n  max: 2,\n'));
  });

  it('leaves a file alone that does not parse', () => {
    expect(
      edited('a.ts', 'tool({ a: 1 });\nconst = ;\n', 'tool', (call) => call.edit()?.set('b', 1)),
    ).toBeUndefined();
  });
});

describe('an edit of Python', () => {
  it('adds a keyword argument', () => {
    expect(
      edited('a.py', 'Runner.run(agent, "hi")\n', 'Runner.run', (call) => call.edit()?.set('max_turns', 20)),
    ).toBe('Runner.run(agent, "hi", max_turns=20)\n');
    const lines = 'agent = Agent(\n    name="x",  # the desk\n    tools=[a],\n)\n';
    expect(
      edited('a.py', lines, 'Agent', (call) => call.edit()?.set('config', { ask: true, of: ['x', null] })),
    ).toBe(
      'agent = Agent(\n    name="x",  # the desk\n    tools=[a],\n    config={"ask": True, "of": ["x", None]},\n)\n',
    );
    expect(edited('a.py', 'Agent()\n', 'Agent', (call) => call.edit()?.set('max_turns', 20))).toBe(
      'Agent(max_turns=20)\n',
    );
    expect(
      edited('a.py', 'Agent(**rest)\n', 'Agent', (call) => call.edit()?.set('max_turns', 20)),
    ).toBeUndefined();
    for (const computed of ['turns()', 'TURNS', "cfg.get('turns')", '5 if TURNS else None', 'lambda: None'])
      expect(
        edited(
          'a.py',
          `TURNS = None\ncfg = {}\ndef turns():\n    return None\nAgent(max_turns=${computed})\n`,
          'Agent',
          (call) => call.edit()?.set('max_turns', 20),
        ),
      ).toBeUndefined();
  });

  it('adds an argument to a decorator, with or without brackets', () => {
    const decorated = (decorator: string) =>
      `from agents import Agent, function_tool\n\n@${decorator}\ndef refund(charge: str) -> str:\n    return pay(charge)\n\nagent = Agent(tools=[refund])\n`;
    const gate = (call: CodeSyntaxNode) =>
      call.call?.options
        .get('tools')
        ?.items()[0]
        ?.reference?.decorators[0]?.edit()
        ?.set('needs_approval', true);
    expect(edited('a.py', decorated('function_tool'), 'Agent', gate)).toBe(
      decorated('function_tool(needs_approval=True)'),
    );
    expect(edited('a.py', decorated('function_tool(strict_mode=False)'), 'Agent', gate)).toBe(
      decorated('function_tool(strict_mode=False, needs_approval=True)'),
    );
  });

  it('replaces and takes out an argument', () => {
    const text = 'Server(name="x", require_approval="never")\n';
    const option = (call: CodeSyntaxNode) => call.call?.options.get('require_approval');
    expect(edited('a.py', text, 'Server', (call) => option(call)?.edit()?.replace('always'))).toBe(
      'Server(name="x", require_approval="always")\n',
    );
    expect(edited('a.py', text, 'Server', (call) => option(call)?.edit()?.remove())).toBe(
      'Server(name="x")\n',
    );
  });
});
