import type { FrameworkRows, Row } from '../../../src/dialects/frameworks/rows/row.js';

const source = 'made up for these tests';

const ROWS: readonly Row[] = [
  {
    api: ['Worker', 'hire'],
    gives: 'agent',
    source,
    args: {
      title: 'name',
      llm: 'model',
      brief: 'text',
      skills: 'tools',
      colleagues: 'agents',
      servers: 'servers',
      before: { role: 'guard', side: 'input' },
      after: { role: 'guard', side: 'output' },
    },
  },
  { api: 'passTo', gives: 'handoff', source, args: { 'to@0': 'agents', choose: 'agents' } },
  {
    api: 'skill',
    gives: 'tool',
    source,
    args: {
      title: 'name',
      about: 'description',
      perform: 'body',
      askFirst: { role: 'gate', mode: 'own' },
    },
  },
  {
    api: 'work',
    gives: 'run',
    source,
    bound: 25,
    options: 2,
    args: { 'worker@0': 'runs', '@1': 'input', rounds: 'bound' },
  },
  {
    api: 'Worker().work',
    gives: 'run',
    source,
    bound: 25,
    options: 1,
    args: { '@0': 'input', rounds: 'bound' },
  },
  {
    api: 'stopTracing',
    gives: 'tracer',
    source,
    reach: 'program',
    variables: { MADE_UP_UNTRACED: ['1'] },
    args: { '@0': { role: 'trace', kind: 'off' } },
  },
  { api: '*().allow', gives: 'answer', source },
  {
    api: '*().answer',
    gives: 'answer',
    source,
    args: { '@0': { role: 'answers', value: { allowed: true } } },
  },
  {
    api: 'Resume',
    gives: 'answer',
    source,
    args: { reply: { role: 'answers', value: { decisions: [{ kind: 'go' }] } } },
  },
];

/** A framework that nobody has published: a gate is an option of the maker. */
export const MADE_UP: FrameworkRows = {
  name: 'Made-up SDK',
  order: 99,
  source,
  checkedOn: '2026-11-24',
  language: 'typescript',
  modules: ['@made-up/crew'],
  package: '@made-up/crew',
  unnamed: 'agent',
  reasons: {},
  requests: { events: [], names: ['skill'], members: ['questions'], sets: ['agreed'], page: false },
  answers: [
    { set: 'answers[]', value: true },
    { set: 'answers[]', value: { '()': 'Yes' } },
    { returned: 'mayUse', tool: 0, value: { verdict: 'go' } },
    { returned: 'mayUse', tool: 0, value: { '()': 'Yes' } },
  ],
  rows: [...ROWS],
};

/** The same in Python. */
export const MADE_UP_PYTHON: FrameworkRows = {
  ...MADE_UP,
  language: 'python',
  modules: ['made_up'],
  answers: [
    ...(MADE_UP.answers ?? []),
    { returned: 'may_use', tool: 0, value: true },
    { returned: 'may_use', tool: 0, value: { '()': 'Yes' } },
  ],
};
