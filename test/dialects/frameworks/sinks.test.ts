import { beforeAll, describe, expect, it } from 'vitest';
import type { CodeContext } from '../../../src/dialects/code-dialect.js';
import { frameworkOfRows } from '../../../src/dialects/frameworks/framework.js';
import { frameworkDialect } from '../../../src/dialects/frameworks/read.js';
import type { Tool } from '../../../src/model/index.js';
import { loadAll, projectOf } from '../../program/open.js';
import { MADE_UP, MADE_UP_PYTHON } from './made-up-rows.js';

const dialect = frameworkDialect(
  frameworkOfRows({ name: 'made-up', title: 'Made-up SDK' }, [MADE_UP, MADE_UP_PYTHON]),
);

beforeAll(loadAll);

/** Who answers the gates of the tools of a program. */
function gatesIn(file: string, text: string): string[] {
  const documentOf = projectOf({ [file]: text });
  const context: CodeContext = {
    environment: [],
    vendorFor: () => undefined,
    importsOf: () => [],
    documentOf,
  };
  return dialect
    .read([documentOf(file)], context)
    .systems.flatMap(({ agents }) => agents.flatMap(({ tools }) => tools.map(gateOf)));
}

function gateOf({ approval }: Tool): string {
  if (approval.state !== 'shown') return approval.state;
  const { by, stated, setting = stated, manner, decidedBy } = approval.value;
  return by === 'machine' ? `${by}: ${setting} ${manner ?? `by ${decidedBy?.spelling}`}` : by;
}

const SCRIPT = (
  more: string,
  option = '',
): string => `import { Worker, Resume, Yes, No, skill, work } from '@made-up/crew';
const skills = [skill({ title: 'refund', perform: pay, askFirst: true }), skill({ title: 'wire', perform: pay, askFirst: true })];
const desk = new Worker({ title: 'Desk', skills${option} });
const result = await work(desk, 'x');
${more}
`;

const PYTHON = (more: string, option = '', before = ''): string => `import os
from made_up import Worker, Resume, Yes, No, skill
${before}
skills = [skill(title="refund", perform=pay, askFirst=True), skill(title="wire", perform=pay, askFirst=True)]
desk = Worker(title="Desk", skills=skills${option})
result = desk.work("x")
${more}
`;

const both = (gate: string): string[] => [gate, gate];

/** What answers, in each language: always, never, by a person, by a setting. */
const VALUES = {
  'a.ts': {
    yes: 'true',
    no: 'false',
    person: "prompt('Sure?') === 'y'",
    setting: "process.env.AUTO === '1'",
  },
  'a.py': {
    yes: 'True',
    no: 'False',
    person: 'input("Sure?") == "y"',
    setting: 'os.environ.get("AUTO") == "1"',
  },
} as const;

/** A program that answers at a sink, by the value that it gives. */
const SINKS: Readonly<
  Record<string, Readonly<Record<'a.ts' | 'a.py', (value: string) => string>> & { stated: string }>
> = {
  'a test on an argument': {
    'a.ts': (value) =>
      SCRIPT(`for (const one of result.questions) result.answer({ id: one.id, allowed: ${value} });`),
    'a.py': (value) =>
      PYTHON(`for one in result.questions:\n    result.answer({"id": one.id, "allowed": ${value}})`),
    stated: 'answer(...) without a choice',
  },
  'a key that is set': {
    'a.ts': (value) => SCRIPT(`for (const one of result.questions) result.answers[one.id] = ${value};`),
    'a.py': (value) => PYTHON(`for one in result.questions:\n    result.answers[one.id] = ${value}`),
    stated: 'answers[...] which is set without a choice',
  },
  'a member that is set': {
    'a.ts': (value) => SCRIPT(`for (const one of result.questions) one.agreed = ${value};`),
    'a.py': (value) => PYTHON(`for one in result.questions:\n    one.agreed = ${value}`),
    stated: 'agreed which is set without a choice',
  },
  'what a function returns': {
    'a.ts': (value) =>
      SCRIPT(
        '',
        `, mayUse: async (name) => { if (${value}) return { verdict: 'go' }; return { verdict: 'stop' }; }`,
      ),
    'a.py': (value) =>
      PYTHON(
        '',
        ', may_use=may_use',
        `async def may_use(name, given):\n    return Yes() if ${value} else No("no")\n`,
      ),
    stated: '',
  },
};

describe.each(['a.ts', 'a.py'] as const)('an answer of a program (%s)', (file) => {
  const { yes, no, person, setting } = VALUES[file];
  describe.each(Object.entries(SINKS))('by %s', (name, sink) => {
    const stated = sink.stated || `${file === 'a.ts' ? 'mayUse' : 'may_use'} which approves without a choice`;
    it.each([
      ['always', yes, `machine: ${stated}`],
      ['never', no, 'human'],
      ['where a person agrees', person, 'human'],
      ['where a setting has it', setting, `machine: ${stated.split(' ')[0]} by AUTO`],
    ])(`${name}: %s`, (_, value, expected) => {
      expect(gatesIn(file, sink[file](value))).toEqual(both(expected));
    });
  });

  it('is none where the same is set or returned elsewhere', () => {
    const texts = {
      'a.ts': SCRIPT(
        'const answers = {}; for (const one of others) answers[one.id] = true;',
        ', other: () => ({ verdict: "go" })',
      ),
      'a.py': PYTHON(
        'answers = {}\nfor one in others:\n    answers[one.id] = True',
        ', other=lambda name: Yes()',
      ),
    };
    expect(gatesIn(file, texts[file])).toEqual(both('human'));
  });

  it('counts for the tools whose names it asks for', () => {
    const texts = {
      'a.ts': SCRIPT('', ", mayUse: (name) => ({ verdict: name === 'refund' ? 'go' : 'stop' })"),
      'a.py': PYTHON('', ', may_use=lambda name, given: name == "refund"'),
    };
    const option = file === 'a.ts' ? 'mayUse' : 'may_use';
    expect(gatesIn(file, texts[file])).toEqual([`machine: ${option} which approves by its name`, 'human']);
  });

  it('is that of the program where a threshold for what is requested decides it', () => {
    const texts = {
      'a.ts': SCRIPT('', ", mayUse: (name, given) => ({ verdict: given.amount < 5 ? 'go' : 'stop' })"),
      'a.py': PYTHON('', ', may_use=lambda name, given: given["amount"] < 5'),
    };
    const test = file === 'a.ts' ? 'mayUse by given.amount < 5' : 'may_use by given["amount"] < 5';
    expect(gatesIn(file, texts[file])).toEqual(both(`machine: ${test}`));
  });

  it('may depend on what is requested', () => {
    const texts = {
      'a.ts': SCRIPT('', ", mayUse: (name, given) => ({ verdict: given.kind === 'test' ? 'go' : 'stop' })"),
      'a.py': PYTHON('', ', may_use=lambda name, given: given["kind"] == "test"'),
    };
    expect(gatesIn(file, texts[file])).toEqual(both('undecidable'));
  });

  it('is what resumes the run that asked', () => {
    const texts = (kind: string) => ({
      'a.ts': SCRIPT(`await work(desk, new Resume({ reply: { decisions: [{ kind: '${kind}' }] } }));`),
      'a.py': PYTHON(`desk.work(Resume(reply={"decisions": [{"kind": "${kind}"}]}))`),
    });
    expect(gatesIn(file, texts('go')[file])).toEqual(
      both(`machine: Resume(${file === 'a.ts' ? '{ reply: ... }' : 'reply=...'}) without a choice`),
    );
    expect(gatesIn(file, texts('stop')[file])).toEqual(both('human'));
  });

  it('is also one that a variable or another function passes on', () => {
    const texts = {
      'a.ts': SCRIPT(
        'const { answers } = result;\nconst put = (id, value) => { answers[id] = value; };\nfor (const one of result.questions) put(one.id, true);',
      ),
      'a.py': PYTHON(
        'answers = result.answers\ndef put(key, value):\n    answers[key] = value\nfor one in result.questions:\n    put(one.id, Yes())',
      ),
    };
    expect(gatesIn(file, texts[file])).toEqual(both('machine: answers[...] which is set without a choice'));
  });
});
