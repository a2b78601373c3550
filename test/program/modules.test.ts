import { beforeAll, describe, expect, test } from 'vitest';
import { createCodeProject, modulePaths } from '../../src/program/index.js';
import { startOf } from '../syntax/place-text.js';
import { callOf, loadAll, projectOf } from './open.js';

beforeAll(loadAll);

/** What `value(...)` of the first file is given: its value, or why it cannot be known. */
function known(files: Readonly<Record<string, string>>): unknown {
  const first = Object.keys(files)[0] as string;
  const node = callOf(projectOf(files)(first), 'value').call?.positional[0];
  return node?.kind === 'dynamic' ? (node.origin ?? node.why) : node?.toValue();
}

describe('modules of TypeScript and JavaScript', () => {
  test.each([
    ['a name', "import { a } from './b'; value(a);", { 'src/b.ts': "export const a = 'x';" }],
    [
      'a renamed name',
      "import { c as a } from './b.js'; value(a);",
      { 'src/b.ts': "const a = 'x'; export { a as c };" },
    ],
    ['a default', "import a from './b.mjs'; value(a);", { 'src/b.mts': "export default 'x';" }],
    [
      'a default by name',
      "import { default as a } from './b'; value(a);",
      { 'src/b.tsx': "const a = 'x'; export { a as default };" },
    ],
    ['a namespace', "import * as b from './b'; value(b.a);", { 'src/b/index.ts': "export const a = 'x';" }],
    ['a module around', "import { a } from '../b'; value(a);", { 'b.js': "exports.a = 'x';" }],
    ['require', "const { a } = require('./b'); value(a);", { 'src/b.cjs': "module.exports = { a: 'x' };" }],
    [
      'require of a member',
      "const a = require('./b').a; value(a);",
      { 'src/b.js': "module.exports.a = 'x';" },
    ],
    [
      'import in place',
      "const { a } = await import('./b.js'); value(a);",
      { 'src/b.ts': "export const a = 'x';" },
    ],
    [
      'a re-export',
      "import { a } from './b'; value(a);",
      { 'src/b.ts': "export { c as a } from './c';", 'src/c.ts': "export const c = 'x';" },
    ],
    [
      'a star',
      "import { a } from './b'; value(a);",
      { 'src/b.ts': "export * from './d'; export * from './c';", 'src/c.ts': "export const a = 'x';" },
    ],
    [
      'a namespace that is exported',
      "import { c } from './b'; value(c.a);",
      { 'src/b.ts': "export * as c from './c';", 'src/c.ts': "export const a = 'x';" },
    ],
    [
      'an import that is exported',
      "import { a } from './b'; value(a);",
      { 'src/b.ts': "import { a } from './c'; export { a };", 'src/c.ts': "export const a = 'x';" },
    ],
    [
      'a declaration of several names',
      "import { a } from './b'; value(a);",
      { 'src/b.ts': "export const { a, c } = { a: 'x' }, d = 1;" },
    ],
    [
      'types beside a value',
      "import { type T, a } from './b'; value(a);",
      { 'src/b.ts': "export const a = 'x';" },
    ],
    [
      'comments in an import',
      "import { /* b, */ a, // c\n } from './b'; value(a);",
      { 'src/b.ts': "export const a = 'x';" },
    ],
    ['a JSON file', "import b from './b.json'; value(b.a);", { 'src/b.json': '{ "a": "x" }' }],
    [
      'a JSON file with a type',
      "import b from './b.json' with { type: 'json' }; value(b.a[0]);",
      { 'src/b.json': '{ "a": ["x"] }\n' },
    ],
    ['require of a JSON file', "value(require('../b.json').a);", { 'b.json': '{ "a": "x" }' }],
    ['a name of a JSON file', "import { a } from './b.json'; value(a);", { 'src/b.json': '{ "a": "x" }' }],
    [
      'a JSON file as a namespace',
      "import * as b from './b.json'; value(b.default.a);",
      { 'src/b.json': '{ "a": "x" }' },
    ],
  ])('follows %s', (_, source, others) => {
    expect(known({ 'src/a.ts': source, ...others } as Record<string, string>)).toBe('x');
  });

  test('places the values of a JSON file in it', () => {
    const of = projectOf({ 'a.ts': "import b from './b.json'; value(b.a);", 'b.json': '{\n  "a": "x"\n}' });
    const at = callOf(of('a.ts'), 'value').call?.positional[0]?.at();
    expect([at?.file, at && startOf(at)]).toEqual(['b.json', '2:8']);
  });

  test('knows what comes from outside by its module and name', () => {
    const source = `import { Agent as A } from '@openai/agents';
import * as sdk from '@openai/agents';
import OpenAI from 'openai';
import E = require('openai');
const { tool: t } = await import('@openai/agents');
const client = new OpenAI();
value([A, sdk.Agent, t, OpenAI, E.Client, client.beta.responses, new sdk.Agent().asTool, A.create]);`;
    const list = callOf(projectOf({ 'a.ts': source })('a.ts'), 'value').call?.positional[0]?.items();
    expect(list?.map(({ origin }) => `${origin?.module} ${origin?.name} ${origin?.dotted}`)).toEqual([
      '@openai/agents Agent Agent',
      '@openai/agents Agent Agent',
      '@openai/agents tool tool',
      'openai default default',
      'openai Client Client',
      'openai default default().beta.responses',
      '@openai/agents Agent Agent().asTool',
      '@openai/agents Agent Agent.create',
    ]);
  });

  test('gives the place in the file that declares', () => {
    const files = {
      'a.ts': "import { t } from './b'; value([t]);",
      'b.ts': "\nexport const t = tool({ name: 'x' });",
    };
    const item = callOf(projectOf(files)('a.ts'), 'value').call?.positional[0]?.items()[0];
    expect([item?.document.file, item?.at().file, startOf(item?.at() as never)]).toEqual([
      'b.ts',
      'b.ts',
      '2:18',
    ]);
    expect([item?.written().file, startOf(item?.written() as never)]).toEqual(['a.ts', '1:33']);
    expect(item?.path()).toBe('[x]');
  });

  test('sees what other files change', () => {
    const files = {
      'billing.ts': "export const billing = new Agent({ name: 'billing' });",
      'triage.ts': "import { billing } from './index.js'; billing.handoffs.push('triage');",
      'more.ts': "import * as all from './billing'; all.billing.handoffs.push('more');",
      'index.ts': "export * from './billing';",
    };
    const call = callOf(projectOf(files)('billing.ts'), 'new Agent').call;
    expect(call?.options.get('handoffs')?.toValue()).toEqual(['triage', 'more']);
  });
});

describe('modules of Python', () => {
  test.each([
    ['a module beside it', 'from .tools import a\nvalue(a)', { 'app/tools.py': 'a = "x"' }],
    [
      'a module of the package',
      'from . import tools\nvalue(tools.a)',
      { 'app/tools.py': 'a = "x"', 'app/__init__.py': '' },
    ],
    [
      'a module of a package without __init__',
      'from . import tools\nvalue(tools.a)',
      { 'app/tools.py': 'a = "x"' },
    ],
    ['a module further out', 'from ..tools import a\nvalue(a)', { 'tools.py': 'a = "x"' }],
    ['an absolute module', 'from app.sub.tools import a\nvalue(a)', { 'app/sub/tools.py': 'a = "x"' }],
    ['an absolute module under src', 'from pkg.tools import a\nvalue(a)', { 'src/pkg/tools.py': 'a = "x"' }],
    ['a module as a name', 'import app.tools as t\nvalue(t.a)', { 'app/tools.py': 'a = "x"' }],
    [
      'a module by its path',
      'import app.tools\nvalue(app.tools.a)',
      { 'app/tools.py': 'a = "x"', 'app/__init__.py': '' },
    ],
    [
      'a package that gives it on',
      'from .sub import a as b\nvalue(b)',
      { 'app/sub/__init__.py': 'from .tools import (\n  a, # first\n  c,\n)', 'app/sub/tools.py': 'a = "x"' },
    ],
    ['a star', 'from .tools import *\nvalue(a)', { 'app/tools.py': 'a = "x"' }],
    [
      'a star in a package',
      'from .sub import a\nvalue(a)',
      { 'app/sub/__init__.py': 'from .tools import *', 'app/sub/tools.py': 'a = "x"' },
    ],
    [
      'an import that may fail',
      'try:\n    from .tools import a\nexcept ImportError:\n    a = None\nvalue(a)',
      { 'app/tools.py': 'a = "x"' },
    ],
    [
      'an import in a function',
      'def f():\n    from .tools import a\n    value(a)',
      { 'app/tools.py': 'a = "x"' },
    ],
  ])('follows %s', (_, source, others) => {
    expect(known({ 'app/main.py': source, ...others } as Record<string, string>)).toBe('x');
  });

  test('knows what comes from outside by its module and name', () => {
    const source = `import agents
import agents as sdk
from agents import Agent as A, function_tool
from agents.mcp import MCPServerStdio
import os.path
value([A, agents.Agent, sdk.Agent, MCPServerStdio, agents.mcp.MCPServerStdio, A().as_tool, os.path.join])
`;
    const list = callOf(projectOf({ 'a.py': source })('a.py'), 'value').call?.positional[0]?.items();
    expect(list?.map(({ origin }) => `${origin?.module} ${origin?.dotted}`)).toEqual([
      'agents Agent',
      'agents Agent',
      'agents Agent',
      'agents.mcp MCPServerStdio',
      'agents mcp.MCPServerStdio',
      'agents Agent().as_tool',
      'os path.join',
    ]);
  });

  test('keeps the module as it is imported where the project itself holds it', () => {
    const files = {
      'examples/a.py': 'from agents import Agent\nvalue([Agent])',
      'src/agents/__init__.py': 'from .agent import Agent',
      'src/agents/agent.py': 'class Agent:\n    pass',
    };
    const item = callOf(projectOf(files)('examples/a.py'), 'value').call?.positional[0]?.items()[0];
    expect(item?.origin).toEqual({
      module: 'agents',
      name: 'Agent',
      dotted: 'Agent',
      file: 'src/agents/agent.py',
    });
  });
});

test('a name of Python that is used before it is imported has what is imported', () => {
  expect(known({ 'a.py': 'value(x)\nfrom .b import x\n', 'b.py': 'x = 1\n' })).toBe(1);
});

describe('circles and ways out', () => {
  test('a name that a module declares and imports from itself comes to an end', () => {
    const own = 'class User: ...\nfrom models import User\n';
    expect(known({ 'a.py': 'from models import User\nvalue(User)', 'models.py': own })).toEqual({
      module: 'models',
      name: 'User',
      dotted: 'User',
      file: 'models.py',
    });
    expect(
      known({
        'a.py': 'from b import x\nvalue(x)',
        'b.py': 'x = 1\nfrom c import x',
        'c.py': 'x = 2\nfrom b import x',
      }),
    ).toBe(1);
  });

  test('modules that import each other come to an end', () => {
    expect(
      known({
        'a.ts': "import { a } from './b'; value(a);",
        'b.ts': "export { a } from './c';",
        'c.ts': "export { a } from './b';",
      }),
    ).toEqual({
      module: './b',
      name: 'a',
      dotted: 'a',
    });
    expect(
      known({
        'a.ts': "import { a } from './b'; value(a);",
        'b.ts': "export * from './c';",
        'c.ts': "export * from './b'; export const a = 1;",
      }),
    ).toBe(1);
    expect(
      known({ 'a.py': 'from .b import a\nvalue(a)', 'b.py': 'from .c import a', 'c.py': 'from .b import a' }),
    ).toEqual({
      module: '.c',
      name: 'a',
      dotted: 'a',
    });
  });

  test('no path leaves the root', () => {
    expect(modulePaths('../../x', 'a/b.ts', 'typescript')).toEqual([]);
    expect(modulePaths('/etc/passwd', 'a/b.ts', 'typescript')).toEqual([]);
    expect(modulePaths('...x', 'b.py', 'python')).toEqual([]);
    expect(modulePaths('a/../../b', 'b.py', 'python')).toEqual([]);
    expect(modulePaths('lodash', 'a/b.ts', 'typescript')).toEqual([]);
  });

  test('the likeliest path of a module comes first', () => {
    expect(modulePaths('./x.js', 'a/b.ts', 'typescript').slice(0, 3)).toEqual([
      'a/x.ts',
      'a/x.tsx',
      'a/x.js',
    ]);
    expect(modulePaths('..x.y', 'a/b/c.py', 'python')).toEqual(['a/x/y/__init__.py', 'a/x/y.py']);
    expect(modulePaths('x', 'a/c.py', 'python')).toEqual([
      'a/x/__init__.py',
      'a/x.py',
      'a/src/x/__init__.py',
      'a/src/x.py',
      'x/__init__.py',
      'x.py',
      'src/x/__init__.py',
      'src/x.py',
    ]);
  });

  test('a project without a way to find files leaves at every import', () => {
    const document = createCodeProject().open('a.ts', "import { a } from './b'; value(a);");
    expect(callOf(document, 'value').call?.positional[0]?.why).toBe(
      'imported from `./b`, which is not found',
    );
  });
});

describe('many modules that import each other', () => {
  const COUNT = 4_000;
  const chain = (first: string, link: (next: string) => string, last: string, ending: string) => {
    const files: Record<string, string> = { [`main.${ending}`]: first };
    for (let at = 0; at < COUNT; at++)
      files[`m${at}.${ending}`] = at === COUNT - 1 ? last : link(`m${at + 1}`);
    return files;
  };

  test.each([
    [
      'a name (Python)',
      chain('from m0 import a\nvalue(a)\n', (next) => `from ${next} import a\n`, "a = 'x'\n", 'py'),
    ],
    [
      'every name (Python)',
      chain('from m0 import *\nvalue(a)\n', (next) => `from ${next} import *\n`, "a = 'x'\n", 'py'),
    ],
    [
      'a name (TypeScript)',
      chain(
        "import { a } from './m0'; value(a);",
        (next) => `import { a } from './${next}'; export { a };`,
        "export const a = 'x';",
        'ts',
      ),
    ],
    [
      'a name, round and back to the first (Python)',
      chain(
        'from m0 import a\nvalue(a)\n',
        (next) => `from ${next} import a\n`,
        "import m0\na = 'x'\n",
        'py',
      ),
    ],
  ])('end, and give %s', (_, files) => {
    expect(known(files)).toBe('x');
  });
});
